//! The address by which a client is counted, also behind a trusted proxy.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

/// Lists the addresses that a request came through, the client's own first.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Bits of an IPv6 address that a provider assigns. The rest are its customer's, who can use all of them.
const ASSIGNED: u128 = !(u64::MAX as u128);

/// A client for limits: an IPv4 address, or the /64 network of an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl From<IpAddr> for Client {
    fn from(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => Client(Ipv6Addr::from(u128::from(address) & ASSIGNED).into()),
            v4 => Client(v4),
        }
    }
}

impl Client {
    /// Returns the address, or the first one of the network.
    #[must_use]
    pub const fn address(self) -> IpAddr {
        self.0
    }
}

/// A network of IP addresses, such as `10.0.0.0/8`; a single address is a network of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

/// The text is neither an IP address nor a network.
#[derive(Debug, thiserror::Error)]
#[error("expected an IP address or a network such as 10.0.0.0/8")]
pub struct NotANetwork;

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let single = || text.parse::<IpAddr>().map(IpNet::from);
        text.parse().or_else(|_| single()).map(Network).map_err(|_| NotANetwork)
    }
}

/// The proxies whose word is taken for the address of a client.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<Network>);

impl From<Vec<Network>> for TrustedProxies {
    fn from(networks: Vec<Network>) -> Self {
        TrustedProxies(networks)
    }
}

impl TrustedProxies {
    /// Returns a list of all addresses, where only servers of the same store are answered.
    #[must_use]
    pub fn everyone() -> Self {
        let all = [IpAddr::from(Ipv4Addr::UNSPECIFIED), Ipv6Addr::UNSPECIFIED.into()];
        TrustedProxies(all.into_iter().filter_map(|any| IpNet::new(any, 0).ok()).map(Network).collect())
    }

    /// Returns whether the address is a trusted proxy's.
    #[must_use]
    pub fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.0.contains(&address))
    }

    /// Returns the client of a request that a trusted proxy passed on: the rightmost address of `X-Forwarded-For` that
    /// doesn't belong to a trusted proxy. A client can write anything to the left of it.
    #[must_use]
    pub fn client(&self, proxy: IpAddr, headers: &HeaderMap) -> Client {
        let mut nearest = proxy;
        for address in forwarded_for(headers) {
            let Some(address) = address else { break };
            nearest = address;
            if !self.contain(address) {
                break;
            }
        }
        nearest.into()
    }
}

/// Returns the addresses that a request came through, the last first; `None` for an entry that can't be read.
fn forwarded_for(headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
    let lists = headers.get_all(FORWARDED_FOR).iter().rev();
    lists.flat_map(|list| list.as_bytes().rsplit(|byte| *byte == b',')).map(address)
}

/// Reads an address as proxies write it: some add a port, some put IPv6 addresses in brackets.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let entry = std::str::from_utf8(entry).ok()?.trim();
    let with_port = || entry.parse().map(|address: SocketAddr| address.ip());
    entry.trim_matches(['[', ']']).parse().or_else(|_| with_port()).ok()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_ipv6_client_is_its_network() {
        let one = Client::from(ip("2001:db8:1:2:aaaa::1"));
        assert_eq!(one, Client::from(ip("2001:db8:1:2:bbbb::2")));
        assert_ne!(one, Client::from(ip("2001:db8:1:3:aaaa::1")));
        assert_ne!(Client::from(ip("192.0.2.1")), Client::from(ip("192.0.2.2")));
        assert_eq!(Client::from(ip("::ffff:192.0.2.1")), Client::from(ip("192.0.2.1")));
    }

    #[test]
    fn the_client_is_the_rightmost_address_that_is_no_proxy() {
        let networks = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].map(|text| text.parse().unwrap());
        let proxies = TrustedProxies::from(Vec::from(networks));
        for (lists, expected) in [
            (&["192.0.2.1"][..], "192.0.2.1"),
            (&["203.0.113.9, 192.0.2.1"], "192.0.2.1"),
            (&["203.0.113.9,192.0.2.1 , 10.1.2.3"], "192.0.2.1"),
            (&["203.0.113.9", "192.0.2.1", "10.1.2.3, fd00::7"], "192.0.2.1"),
            (&["192.0.2.1:4711"], "192.0.2.1"),
            (&["[2001:db8::1]:4711"], "2001:db8::1"),
            (&["[2001:db8::1]"], "2001:db8::1"),
            // Everything is a proxy's: the farthest one is the client.
            (&["10.0.0.2, 10.0.0.1"], "10.0.0.2"),
            // Beyond what can't be read, nothing is believed.
            (&["192.0.2.1, unknown, 10.0.0.1"], "10.0.0.1"),
            (&["192.0.2.1, \u{80}"], "127.0.0.1"),
            (&[""], "127.0.0.1"),
            (&[], "127.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for list in lists {
                headers.append(FORWARDED_FOR, HeaderValue::from_bytes(list.as_bytes()).unwrap());
            }
            assert_eq!(proxies.client(ip("127.0.0.1"), &headers), Client::from(ip(expected)), "{lists:?}");
        }
    }

    #[test]
    fn networks_are_addresses_or_prefixes() {
        assert!("192.0.2.1".parse::<Network>().is_ok() && "2001:db8::/32".parse::<Network>().is_ok());
        for wrong in ["", "localhost", "192.0.2.1:80", "192.0.2.1/33", "10.0.0.0/-1"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
        let mapped = TrustedProxies::from(vec!["127.0.0.1".parse().unwrap()]);
        assert!(mapped.contain(ip("::ffff:127.0.0.1")), "a server on [::] sees IPv4 addresses so");
    }
}
