//! What a page of the site may load: files of the site, and nothing that is written in the page itself.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::Fault;

/// A pattern of this crate.
#[allow(clippy::expect_used, reason = "a test matches each pattern")]
pub fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of this crate")
}

static ALIGNED: LazyLock<Regex> = LazyLock::new(|| pattern(r#" style="text-align: (left|center|right)""#));
static TAG: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"<([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*/?>"#));
static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| pattern(r#"([^\s=>/]+)(?:="([^"]*)")?"#));

/// A picture as mdBook writes it: twice, with a box between that makes it large. A link to the picture does the same.
static TWICE: LazyLock<Regex> = LazyLock::new(|| {
    let image = r#"<img(?:\s+[a-z-]+="[^"]*")*>"#;
    pattern(&format!(
        "<label class=\"checkbox-label\"><input class=\"checkbox-img\" type=\"checkbox\">\
         (<img src=\"([^\"]*)\"(?:\\s+[a-z-]+=\"[^\"]*\")*>)<span class=\"img-wrapper\">{image}</span></label>"
    ))
});

/// Returns a page of the book with each picture once, as a link to itself.
pub fn with_pictures(page: &str) -> String {
    TWICE.replace_all(page, "<a class=\"picture\" href=\"$2\">$1</a>").into_owned()
}

/// Returns a page of the book without styles in attributes: they become classes.
pub fn without_styles(page: &str) -> String {
    ALIGNED.replace_all(page, |found: &Captures<'_>| format!(" class=\"{}\"", &found[1])).into_owned()
}

/// An element of a page: its name and attributes.
pub struct Element<'a> {
    /// Name of the element, such as `a`.
    pub name: &'a str,
    /// Attributes, each with its value; empty for an attribute without one.
    pub attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Element<'a> {
    /// Returns the value of an attribute.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

/// Returns the elements of a page in order.
pub fn elements(page: &str) -> impl Iterator<Item = Element<'_>> {
    TAG.captures_iter(page).map(|found| {
        let (name, rest) = (found.get(1), found.get(2));
        let rest = rest.map_or("", |rest| rest.as_str());
        let attributes = ATTRIBUTE
            .captures_iter(rest)
            .map(|one| (one.get(1).map_or("", |name| name.as_str()), one.get(2).map_or("", |value| value.as_str())));
        Element { name: name.map_or("", |name| name.as_str()), attributes: attributes.collect() }
    })
}

/// Attributes whose value is loaded with the page.
const LOADED: [(&str, &str); 5] =
    [("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")];

/// Checks that a page keeps the policy of the site.
///
/// # Errors
/// What it has inline, or loads from elsewhere.
pub fn kept(page: &str) -> Result<(), Fault> {
    for element in elements(page) {
        let name = element.name;
        if name == "style" || (name == "script" && element.get("src").is_none()) {
            return Err(format!("an inline <{name}>"));
        }
        for (attribute, value) in &element.attributes {
            let is_handler = attribute.starts_with("on") && attribute.len() > 2;
            if *attribute == "style" || is_handler || value.trim_start().starts_with("javascript:") {
                return Err(format!("an inline {attribute}=\"{value}\" of <{name}>"));
            }
            if LOADED.contains(&(name, attribute)) && (value.contains("://") || value.starts_with("//")) {
                return Err(format!("<{name}> loads {value}"));
            }
        }
    }
    if !page.contains("http-equiv=\"Content-Security-Policy\"") {
        return Err("no Content-Security-Policy".to_owned());
    }
    Ok(())
}

#[test]
fn what_is_inline_or_from_elsewhere_is_found() {
    let head = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">";
    let fault = |body: &str| kept(&format!("{head}{body}")).err();
    assert_eq!(fault("<p class=\"a\">on=1</p><script src=\"a.js\"></script><a href=\"https://b.c\">"), None);
    assert!(kept("<p>").is_err(), "a page without a policy");
    for wrong in [
        "<script>a()</script>",
        "<style>p{}</style>",
        "<p class=\"a\" style=\"color: red\">",
        "<button onclick=\"a()\">",
        "<img src=\"https://a.b/c.png\">",
        "<a href=\"javascript:a()\">",
        "<link rel=\"stylesheet\" href=\"//a.b/c.css\">",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
    let twice = "<label class=\"checkbox-label\"><input class=\"checkbox-img\" type=\"checkbox\"><img src=\"a.svg\" alt=\"x: y\">\
                 <span class=\"img-wrapper\"><img src=\"a.svg\" alt=\"x: y\"></span></label>";
    assert_eq!(with_pictures(twice), "<a class=\"picture\" href=\"a.svg\"><img src=\"a.svg\" alt=\"x: y\"></a>");
    assert_eq!(without_styles("<td style=\"text-align: right\">1</td>"), "<td class=\"right\">1</td>");
}
