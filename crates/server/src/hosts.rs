//! The host names and origins under which browsers may reach the server.
//!
//! Any web site can have its own name resolve to this machine, and its pages then pass for pages of this server: DNS
//! rebinding. Their requests have the name of that site as host, so only known names are allowed. Addresses are always
//! allowed: no site can have another's address as its name.

use std::net::IpAddr;
use std::str::FromStr;

use axum::http::uri::{Authority, Scheme};
use axum::http::{HeaderMap, Uri, header};

/// The name of this machine for itself.
const LOOPBACK: &str = "localhost";

/// A host name without scheme and port, such as `games.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// The text is not a host name.
#[derive(Debug, thiserror::Error)]
#[error("expected a host name without scheme and port, such as games.example.org")]
pub struct NotAHostName;

impl FromStr for HostName {
    type Err = NotAHostName;

    fn from_str(text: &str) -> Result<Self, NotAHostName> {
        let authority: Authority = text.parse().map_err(|_| NotAHostName)?;
        let name = name_of(&authority);
        (authority.host() == authority.as_str() && !name.is_empty()).then_some(HostName(name)).ok_or(NotAHostName)
    }
}

/// The origin of a page as browsers write it, such as `https://games.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    scheme: Scheme,
    authority: Authority,
}

/// The text is not an origin.
#[derive(Debug, thiserror::Error)]
#[error("expected an origin such as https://games.example.org")]
pub struct NotAnOrigin;

impl FromStr for Origin {
    type Err = NotAnOrigin;

    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let parts = text.parse::<Uri>().map_err(|_| NotAnOrigin)?.into_parts();
        let scheme = parts.scheme.filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme)).ok_or(NotAnOrigin)?;
        let authority = parts.authority.filter(|authority| !authority.as_str().contains('@')).ok_or(NotAnOrigin)?;
        let path = parts.path_and_query.is_none_or(|path| path.as_str() == "/");
        path.then(|| Origin::new(scheme, authority)).ok_or(NotAnOrigin)
    }
}

impl Origin {
    /// Returns an origin; browsers leave out the port that the scheme implies.
    fn new(scheme: Scheme, authority: Authority) -> Self {
        let implied = if scheme == Scheme::HTTPS { 443 } else { 80 };
        let host = authority.port_u16().filter(|port| *port == implied).and_then(|_| authority.host().parse().ok());
        Origin { scheme, authority: host.unwrap_or(authority) }
    }
}

/// The host names and the origins that requests may have.
#[derive(Clone, Debug, Default)]
pub struct AllowedHosts {
    names: Vec<HostName>,
    public: Option<Origin>,
}

/// The reason why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stranger {
    /// The host is missing, or its name is not allowed.
    Host,
    /// The request comes from a page of another site.
    Origin,
}

impl AllowedHosts {
    /// Returns a list with these names, the origin that browsers see, loopback and all addresses.
    #[must_use]
    pub fn new(names: Vec<HostName>, public: Option<Origin>) -> Self {
        AllowedHosts { names, public }
    }

    /// Checks the host of a request and the page that it comes from.
    ///
    /// # Errors
    /// The host is missing or its name is not allowed.
    /// The request comes from a page of another site.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Stranger> {
        let host = host_of(uri, headers).filter(|host| self.allows(host)).ok_or(Stranger::Host)?;
        match headers.get(header::ORIGIN) {
            None => Ok(()),
            Some(origin) => {
                let origin = origin.to_str().ok().and_then(|origin| origin.parse().ok());
                origin.is_some_and(|origin| self.is_own(&origin, host)).then_some(()).ok_or(Stranger::Origin)
            }
        }
    }

    fn allows(&self, host: &Authority) -> bool {
        let name = name_of(host);
        let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        is_address || name == LOOPBACK || self.is_public(host) || self.names.contains(&HostName(name))
    }

    fn is_public(&self, host: &Authority) -> bool {
        self.public.as_ref().is_some_and(|public| name_of(&public.authority) == name_of(host))
    }

    /// Returns whether a page of this origin is the server's own. The server itself speaks plain HTTP. Under its public
    /// name it may be reached by the public scheme only.
    fn is_own(&self, origin: &Origin, host: Authority) -> bool {
        let is_public = self.is_public(&host);
        self.public.as_ref() == Some(origin) || !is_public && *origin == Origin::new(Scheme::HTTP, host)
    }
}

/// Returns the host of a request with its port, if it has one.
fn host_of(uri: &Uri, headers: &HeaderMap) -> Option<Authority> {
    match uri.authority() {
        Some(authority) => Some(authority.clone()),
        None => Authority::try_from(headers.get(header::HOST)?.as_bytes()).ok(),
    }
}

/// Returns the name of a host as it is compared: without port, in small letters, and without the dot of the root.
fn name_of(host: &Authority) -> String {
    let name = host.host();
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn check(allowed: &AllowedHosts, host: &str, origin: Option<&str>) -> Result<(), Stranger> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        allowed.check(&Uri::from_static("/"), &headers)
    }

    #[test]
    fn only_known_names_and_addresses_are_hosts() {
        let names = vec!["box.local".parse().unwrap()];
        let allowed = AllowedHosts::new(names, Some("https://games.example.org".parse().unwrap()));
        for host in [
            "localhost",
            "LocalHost:8039",
            "localhost.:8039",
            "127.0.0.1:8039",
            "192.168.1.20",
            "[::1]:8039",
            "[fe80::1]",
            "box.local:8039",
            "BOX.local.",
            "games.example.org",
        ] {
            assert_eq!(check(&allowed, host, None), Ok(()), "{host}");
        }
        for host in [
            "evil.example:8039",
            "box.local.evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "1.2.3.4.5",
            "x@evil.example",
            "",
            ":8039",
            "box.local/evil",
        ] {
            assert_eq!(check(&allowed, host, None), Err(Stranger::Host), "{host}");
        }
        assert_eq!(allowed.check(&Uri::from_static("/"), &HeaderMap::new()), Err(Stranger::Host));
        let absolute = Uri::from_static("http://evil.example/");
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("localhost"));
        assert_eq!(allowed.check(&absolute, &headers), Err(Stranger::Host));
    }

    #[test]
    fn an_origin_is_compared_with_its_scheme_and_port() {
        let plain = AllowedHosts::new(vec!["box.local".parse().unwrap()], None);
        for (host, origin, own) in [
            ("localhost:8039", "http://localhost:8039", true),
            ("localhost:8039", "https://localhost:8039", false),
            ("localhost:8039", "http://localhost:8040", false),
            ("localhost:8039", "http://127.0.0.1:8039", false),
            ("box.local:80", "http://box.local", true),
            ("box.local", "http://BOX.local", true),
            ("[::1]:8039", "http://[::1]:8039", true),
            ("localhost:8039", "http://evil.example", false),
            ("localhost:8039", "null", false),
            ("localhost:8039", "", false),
        ] {
            let expected = if own { Ok(()) } else { Err(Stranger::Origin) };
            assert_eq!(check(&plain, host, Some(origin)), expected, "{host} {origin}");
        }
    }

    #[test]
    fn the_public_name_is_reached_by_the_public_scheme_only() {
        let public = AllowedHosts::new(Vec::new(), Some("https://games.example.org:443/".parse().unwrap()));
        for (host, origin, own) in [
            ("games.example.org", "https://games.example.org", true),
            ("games.example.org", "http://games.example.org", false),
            // A proxy may put the server's own address in the place of the host.
            ("127.0.0.1:8039", "https://games.example.org", true),
            ("127.0.0.1:8039", "http://127.0.0.1:8039", true),
            ("127.0.0.1:8039", "http://games.example.org", false),
        ] {
            let expected = if own { Ok(()) } else { Err(Stranger::Origin) };
            assert_eq!(check(&public, host, Some(origin)), expected, "{host} {origin}");
        }
    }

    #[test]
    fn names_and_origins_of_the_configuration_are_checked() {
        for wrong in ["", "http://box.local", "box.local:8039", "a@box.local", "box local", "."] {
            assert!(wrong.parse::<HostName>().is_err(), "{wrong}");
        }
        for wrong in ["", "games.example.org", "ftp://example.org", "https://example.org/path", "https://a@b.c"] {
            assert!(wrong.parse::<Origin>().is_err(), "{wrong}");
        }
    }
}
