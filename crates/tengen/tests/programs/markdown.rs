//! Documents as a parser of Markdown sees them.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

#[derive(Default)]
pub struct Code {
    /// Blocks, each with its language.
    pub blocks: Vec<(String, String)>,
    pub inline: Vec<String>,
}

impl Code {
    pub fn of(text: &str) -> Code {
        let mut code = Code::default();
        let mut is_block = false;
        for event in Parser::new(text) {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let language = if let CodeBlockKind::Fenced(language) = kind { language } else { "".into() };
                    code.blocks.push((language.into_string(), String::new()));
                    is_block = true;
                }
                Event::Text(text) if is_block => code.blocks.last_mut().expect("an open block").1 += &text,
                Event::End(_) => is_block = false,
                Event::Code(text) => code.inline.push(text.into_string()),
                _ => {}
            }
        }
        code
    }
}
