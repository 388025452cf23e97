//! Who may come in: whoever knows the token of the address, and comes from our own page.
//!
//! Other pages that run in the same browser can send requests to any address of this machine. They do not
//! know the token. Their requests tell where they come from (`Origin`), and a name that somebody else has
//! made lead to this machine stands in `Host`: both must be ours.

use axum::http::{HeaderMap, header};
use std::net::{IpAddr, SocketAddr};

/// A way in.
#[derive(Clone, Debug)]
pub struct Door {
    address: SocketAddr,
    token: String,
}

/// Why somebody may not come in, as a sentence for whoever looks.
pub type Refusal = &'static str;

const TOKEN_BYTES: usize = 16;

impl Door {
    /// A door at this address, with a token of its own.
    pub fn new(address: SocketAddr) -> Door {
        let token: [u8; TOKEN_BYTES] = rand::random();
        let token = token.iter().map(|byte| format!("{byte:02x}")).collect();
        Door { address, token }
    }

    /// What people open.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        format!("http://{address}/{}/", self.token)
    }

    /// Where the page is served.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Whether a request may come in; the path of the file that it wants.
    ///
    /// # Errors
    /// Why not.
    pub fn open<'a>(&self, path: &'a str, headers: &HeaderMap) -> Result<&'a str, Refusal> {
        let host = one(headers, header::HOST).ok_or("the request names no host, or several")?;
        if !self.is_ours(host) {
            return Err("the request is for another host");
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = one(headers, header::ORIGIN).and_then(|o| o.strip_prefix("http://"));
            if !origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host)) {
                return Err("the request comes from another page");
            }
        }
        let path = path.strip_prefix('/').unwrap_or(path);
        let (token, file) = path.split_once('/').unwrap_or((path, ""));
        match same(token, &self.token) {
            true => Ok(file),
            false => Err("open the address that tengen web has printed, with all its letters"),
        }
    }

    /// Whether a host is this machine, and not a name that somebody else has given it.
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

/// The only value of a header.
fn one(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    values.next().is_none().then(|| first.to_str().ok())?
}

/// Compares all letters, however early two differ.
fn same(left: &str, right: &str) -> bool {
    let pairs = left.bytes().zip(right.bytes());
    left.len() == right.len() && pairs.fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(host: &str, origin: Option<&str>, token: &str) -> Option<Refusal> {
        let mut door = Door::new("127.0.0.1:7515".parse().unwrap());
        door.token = "secret".into();
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        door.open(&format!("/{token}/app.js"), &headers).err()
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
        let door = Door::new("127.0.0.1:7515".parse().unwrap());
        let mut headers = HeaderMap::new();
        headers.append(header::HOST, "127.0.0.1:7515".parse().unwrap());
        headers.append(header::HOST, "evil.example".parse().unwrap());
        assert!(door.open(&format!("/{}/", door.token()), &headers).is_err());
    }
}
