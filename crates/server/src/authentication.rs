//! Access control: a request must know the token and come from our own page.
//!
//! Other pages in the same browser can send requests to any address of this machine, but they do not know the token. In
//! addition, the `Origin` of a request must be our page, and its `Host` must be this machine and not some other name
//! that resolves to it.

use crate::token;
use axum::http::{HeaderMap, Uri, header};
use std::net::{IpAddr, SocketAddr};
use std::sync::Mutex;

#[derive(Debug)]
pub struct Authentication {
    address: SocketAddr,
    token: String,
    /// A one-time code.
    invitation: Mutex<Option<String>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission<'a> {
    File(&'a str),
    /// A redirect to the page: the request had the one-time code.
    Guest,
}

pub type Refusal = &'static str;

impl Authentication {
    /// The access control of the page at this address, with a new token.
    pub fn new(address: SocketAddr) -> Authentication {
        Authentication::with_token(address, token::fresh())
    }

    /// The access control of the page at this address.
    pub fn with_token(address: SocketAddr, token: String) -> Authentication {
        Authentication { address, token, invitation: Mutex::new(None) }
    }

    pub fn url(&self) -> String {
        self.url_at(self.nearest(), &self.token)
    }

    /// A URL that leads to the page once. It is safe to start a browser with it, although command lines are visible to
    /// all users of the machine.
    pub fn invite(&self) -> String {
        let code = token::fresh();
        let url = self.url_at(self.nearest(), &code);
        if let Ok(mut invitation) = self.invitation.lock() {
            *invitation = Some(code);
        }
        url
    }

    /// The server's address as seen from this machine.
    fn nearest(&self) -> SocketAddr {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        address
    }

    /// The URLs for other machines, if the address is reachable from them: one per address of this machine.
    pub fn urls_for_others(&self) -> Vec<String> {
        let bound = self.address.ip();
        let addresses = match (bound.is_loopback(), bound.is_unspecified()) {
            (true, _) => Vec::new(),
            (_, true) => addresses_like(bound),
            _ => vec![bound],
        };
        let at = |ip| self.url_at(SocketAddr::new(ip, self.address.port()), &self.token);
        addresses.into_iter().map(at).collect()
    }

    fn url_at(&self, address: SocketAddr, secret: &str) -> String {
        format!("http://{address}/{secret}/")
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Checks a request and returns what it may access.
    pub fn open<'a>(&self, uri: &'a Uri, headers: &HeaderMap) -> Result<Admission<'a>, Refusal> {
        let host = one(headers, header::HOST).ok_or("the request names no host, or several")?;
        // A request can name its host a second time, in front of the path.
        let named = uri.authority().map_or(host, |authority| authority.as_str());
        if !self.is_ours(host) || !self.is_ours(named) {
            return Err("the request is for another host");
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = one(headers, header::ORIGIN).and_then(|o| o.strip_prefix("http://"));
            if !origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host)) {
                return Err("the request comes from another page");
            }
        }
        let path = uri.path().strip_prefix('/').unwrap_or(uri.path());
        let (secret, file) = path.split_once('/').unwrap_or((path, ""));
        if same(secret, &self.token) {
            return Ok(Admission::File(file));
        }
        if self.invited(secret) {
            Ok(Admission::Guest)
        } else {
            Err("open the address that tengen web has printed, with all its letters")
        }
    }

    /// Whether this is the one-time code, which is then used up.
    fn invited(&self, secret: &str) -> bool {
        let invitation = self.invitation.lock().ok();
        invitation.is_some_and(|mut code| code.take_if(|code| same(secret, code)).is_some())
    }

    /// Whether a host is this machine and not some other name that resolves to it.
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let bound = self.address.ip();
        if name.eq_ignore_ascii_case("localhost") {
            return bound.is_loopback() || bound.is_unspecified();
        }
        let bare = name.strip_prefix('[').and_then(|n| n.strip_suffix(']'));
        let ip: Option<IpAddr> = bare.unwrap_or(name).parse().ok();
        ip.is_some_and(|ip| ip == bound || bound.is_unspecified())
    }
}

/// The addresses of this machine, of the same family, that are reachable from elsewhere.
fn addresses_like(bound: IpAddr) -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let up = interfaces.into_iter().filter(|interface| interface.is_oper_up() && !interface.is_link_local());
    let addresses = up.map(|interface| interface.ip());
    let mut all: Vec<IpAddr> = addresses.filter(|ip| ip.is_ipv4() == bound.is_ipv4() && !ip.is_loopback()).collect();
    all.dedup();
    all
}

/// The value of a header that occurs exactly once.
fn one(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    values.next().is_none().then(|| first.to_str().ok())?
}

/// Compares in constant time.
fn same(left: &str, right: &str) -> bool {
    let pairs = left.bytes().zip(right.bytes());
    left.len() == right.len() && pairs.fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        text.parse().unwrap()
    }

    fn refusal(host: &str, origin: Option<&str>, token: &str) -> Option<Refusal> {
        let mut authentication = Authentication::new("127.0.0.1:7515".parse().unwrap());
        authentication.token = "secret".into();
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        authentication.open(&uri(&format!("/{token}/app.js")), &headers).err()
    }

    #[test]
    fn our_own_page_comes_in() {
        let home = "127.0.0.1:7515";
        assert_eq!(refusal(home, None, "secret"), None);
        assert_eq!(refusal(home, Some("http://127.0.0.1:7515"), "secret"), None);
        let named = Some("http://localhost:7515");
        assert_eq!(refusal("localhost:7515", named, "secret"), None);
    }

    #[test]
    fn others_stay_out() {
        let home = "127.0.0.1:7515";
        for (host, origin, token) in [
            (home, None, "Secret"),
            (home, None, "secre"),
            (home, None, ""),
            ("127.0.0.1:7516", None, "secret"),
            ("127.0.0.1", None, "secret"),
            ("evil.example:7515", None, "secret"),
            ("localhost.evil.example:7515", None, "secret"),
            (home, Some("http://evil.example"), "secret"),
            (home, Some("https://127.0.0.1:7515"), "secret"),
            (home, Some("http://localhost:7515"), "secret"),
            (home, Some("null"), "secret"),
        ] {
            let refused = refusal(host, origin, token);
            assert!(refused.is_some(), "{host} {origin:?} {token}");
        }
    }

    #[test]
    fn two_hosts_are_none() {
        let authentication = Authentication::new("127.0.0.1:7515".parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.append(header::HOST, "127.0.0.1:7515".parse().unwrap());
        headers.append(header::HOST, "evil.example".parse().unwrap());
        let path = uri(&format!("/{}/", authentication.token()));
        assert!(authentication.open(&path, &headers).is_err());
    }

    #[test]
    fn a_host_in_front_of_the_path_is_ours_too() {
        let authentication = Authentication::new("127.0.0.1:7515".parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "127.0.0.1:7515".parse().unwrap());
        let opened = |host: &str| {
            let whole = uri(&format!("http://{host}/{}/app.js", authentication.token()));
            authentication.open(&whole, &headers) == Ok(Admission::File("app.js"))
        };
        assert!(opened("127.0.0.1:7515"));
        for host in ["evil.example", "evil.example:7515", "evil@127.0.0.1:7515"] {
            assert!(!opened(host), "{host}");
        }
    }

    #[test]
    fn an_invitation_is_good_once() {
        let authentication = Authentication::new("127.0.0.1:7515".parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "127.0.0.1:7515".parse().unwrap());
        let invitation = uri(&authentication.invite());
        assert!(!invitation.to_string().contains(authentication.token()));
        assert_eq!(authentication.open(&invitation, &headers), Ok(Admission::Guest));
        assert!(authentication.open(&invitation, &headers).is_err());
        assert!(authentication.open(&uri("/"), &headers).is_err());
    }

    #[test]
    fn other_machines_get_addresses_that_reach_this_one() {
        let urls = |bind: &str| Authentication::new(bind.parse().unwrap()).urls_for_others();
        assert_eq!(urls("127.0.0.1:7515"), Vec::<String>::new());
        assert_eq!(urls("192.0.2.7:7515").len(), 1);
        assert!(urls("192.0.2.7:7515")[0].starts_with("http://192.0.2.7:7515/"));
        for url in urls("0.0.0.0:7515") {
            assert!(!url.contains("//127.") && !url.contains("0.0.0.0"), "{url}");
        }
    }
}
