//! The list `[[network]]` of a scenario file.

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::diagnostic::Diagnostic;
use super::reader::{Item, Reader};
use crate::board::Board;
use crate::network::{Network, NetworkKind, NetworkShape};

/// An entry of `[[network]]`: a sewer or tunnel.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NetworkEntry {
    /// Kind of network: `sewer` or `tunnel`.
    kind: NetworkKind,
    /// Unique name, such as `Main sewer`. Default: the kind with a number, such as `sewer 1`.
    #[schemars(with = "Option<String>")]
    name: Option<Spanned<String>>,
    /// Colour in which it is drawn, as in CSS.
    color: Option<String>,
    /// The hexes in which units can enter and leave; either this or `line`.
    #[schemars(with = "Option<Vec<String>>")]
    entrances: Option<Spanned<Vec<Spanned<String>>>>,
    /// The two ends of a straight line of hexes; either this or `entrances`.
    #[schemars(with = "Option<[String; 2]>")]
    line: Option<Spanned<[Spanned<String>; 2]>>,
}

impl Reader<'_> {
    /// Reads the networks under the board.
    pub fn networks(&mut self, board: &Board) -> Vec<Network> {
        self.placed_networks(board).into_iter().map(|network| network.value).collect()
    }

    /// Reads the networks under the board, each with its position in the file.
    pub fn placed_networks(&mut self, board: &Board) -> Vec<Item<Network>> {
        let mut networks: Vec<Item<Network>> = Vec::new();
        for entry in self.items::<NetworkEntry>("network") {
            let place = networks.len() + 1;
            let name = entry
                .name
                .as_ref()
                .map_or_else(|| format!("{} {place}", noun(entry.kind)), |name| name.get_ref().clone());
            if let (Some(at), true) = (&entry.name, networks.iter().any(|other| other.name == name)) {
                self.error(at.span(), Diagnostic::new(format!("there are two networks called `{name}`")));
            }
            if let Some((hexes, course)) = self.course(board, &entry) {
                let value = Network { kind: entry.kind, name, color: entry.color.clone(), hexes, course };
                networks.push(Item { value, span: entry.span.clone() });
            }
        }
        networks
    }

    fn course(&mut self, board: &Board, entry: &Item<NetworkEntry>) -> Option<(Vec<crate::HexId>, NetworkShape)> {
        match (&entry.line, &entry.entrances) {
            (Some(line), None) => {
                let [from, to] = line.get_ref();
                let (from, to) = (self.hex(board, from), self.hex(board, to));
                let (hexes, straight) = board.grid().line(from?, to?);
                if !straight {
                    let problem =
                        Diagnostic::new("this line is not a straight row of hexes").label("follows the nearest hexes");
                    self.warning(line.span(), problem);
                }
                Some((hexes, NetworkShape::Line { straight }))
            }
            (None, Some(entrances)) => {
                let mut hexes = Vec::new();
                for label in entrances.get_ref() {
                    let Some(hex) = self.hex(board, label) else {
                        continue;
                    };
                    if hexes.contains(&hex) {
                        self.error(label.span(), Diagnostic::new(format!("{} is listed twice", label.get_ref())));
                    }
                    hexes.push(hex);
                }
                Some((hexes, NetworkShape::Entrances))
            }
            _ => {
                let problem = Diagnostic::new("a network has either `line` or `entrances`");
                self.error(entry.span.clone(), problem.label("expected one of the two"));
                None
            }
        }
    }
}

const fn noun(kind: NetworkKind) -> &'static str {
    match kind {
        NetworkKind::Sewer => "sewer",
        NetworkKind::Tunnel => "tunnel",
    }
}
