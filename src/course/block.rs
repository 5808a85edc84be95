//! One section's blocks: which keys belong to which kind, and what they must hold.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use super::markdown::{LINK, LINK_REMEDY, may_open};
use super::problem::{Reader, one_of};
use super::raw::{RawBlock, RawClaim, RawLink, RawPoint, RawRow, Text};
use super::{Block, Claim, Link, Point, PointKind, Row};
use crate::fencing::property::{Property, Verdict};
use crate::text::{clean, clean_line};

/// What is known of a lesson while its files are read.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Ids that are taken, each with its place.
    pub(super) ids: BTreeMap<String, String>,
    /// Ids of the scenarios that may be referred to.
    pub(super) scenarios: BTreeSet<String>,
    /// Ids of the sections that may be referred to.
    pub(super) sections: BTreeSet<String>,
    /// Ids of the misconceptions that may be referred to.
    pub(super) misconceptions: BTreeSet<String>,
}

/// The kinds of blocks and the keys that each must have; `claims` and `scenario` come on top where they may stand.
const KINDS: [(&str, &[&str], &[&str]); 8] = [
    ("prose", &["text"], &["claims"]),
    ("table", &["columns", "rows"], &[]),
    ("trace", &["steps"], &["scenario"]),
    ("code", &["language", "title", "code"], &["claims"]),
    ("list", &["points"], &[]),
    ("pitfalls", &["points"], &[]),
    ("key-points", &["points"], &[]),
    ("reading", &["links"], &[]),
];

impl Reader<'_> {
    /// A block; `None` when it is not one, with the reason noted.
    pub(super) fn block(&mut self, raw: &RawBlock, scope: &mut Scope) -> Option<Block> {
        if !self.keys_of(&KINDS, &raw.kind, &raw.present()) {
            return None;
        }
        let claims = match &raw.claims {
            Some(claims) => self.claims(claims.get_ref(), scope),
            None => Vec::new(),
        };
        Some(match raw.kind.get_ref().as_str() {
            "prose" => Block::Prose {
                text: self.rich(raw.text.as_ref()?),
                claims,
            },
            "table" => self.table(raw.columns.as_ref()?, raw.rows.as_ref()?, scope),
            "trace" => Block::Trace {
                steps: self.points(raw.steps.as_ref()?, scope),
                scenario: self.scenario(raw.scenario.as_ref(), scope),
            },
            "code" => Block::Code {
                language: self.line(raw.language.as_ref()?),
                title: self.line(raw.title.as_ref()?),
                code: self.code(raw.code.as_ref()?),
                claims,
            },
            "reading" => {
                let links = raw.links.as_ref()?;
                self.not_empty(links, "links");
                Block::Reading {
                    links: self.links(links.get_ref()),
                }
            }
            kind => Block::Points {
                kind: match kind {
                    "pitfalls" => PointKind::Pitfall,
                    "key-points" => PointKind::Key,
                    _ => PointKind::Plain,
                },
                points: self.points(raw.points.as_ref()?, scope),
            },
        })
    }

    /// Whether the keys that are there belong to the kind, and none of those that it needs is missing.
    pub(super) fn keys_of(
        &mut self,
        kinds: &[(&str, &[&str], &[&str])],
        kind: &Text,
        present: &[(&str, usize)],
    ) -> bool {
        let name = kind.get_ref().as_str();
        let Some((_, needed, allowed)) = kinds.iter().find(|(known, ..)| *known == name) else {
            let names: Vec<_> = kinds.iter().map(|(name, ..)| *name).collect();
            let what = format!("There is no kind \"{name}\" here");
            self.report(
                kind.span(),
                what,
                format!("Write one of {}", names.join(", ")),
            );
            return false;
        };
        let mut good = true;
        for key in *needed {
            if !present.iter().any(|(name, _)| name == key) {
                let what = format!("What is of kind \"{name}\" needs the key `{key}`");
                self.report(kind.span(), what, format!("Add {key} = … below"));
                good = false;
            }
        }
        for (key, start) in present {
            if !needed.contains(key) && !allowed.contains(key) {
                let what = format!("`{key}` does not belong to what is of kind \"{name}\"");
                self.report(*start..*start, what, "Take it out, or change the kind");
                good = false;
            }
        }
        good
    }

    fn table(
        &mut self,
        columns: &Spanned<Vec<Text>>,
        rows: &Spanned<Vec<RawRow>>,
        scope: &mut Scope,
    ) -> Block {
        self.not_empty(columns, "columns");
        self.not_empty(rows, "rows");
        let width = columns.get_ref().len();
        let mut read = Vec::new();
        for row in rows.get_ref() {
            let cells = row.cells.get_ref();
            if cells.len() != width {
                let what = format!("This row has {} cells under {width} columns", cells.len());
                self.report(row.cells.span(), what, "Write one cell for each column");
            }
            read.push(Row {
                id: self.id(&row.id, scope),
                cells: cells.iter().map(|cell| self.line(cell)).collect(),
                claims: self.claims(&row.claims, scope),
            });
        }
        Block::Table {
            columns: columns.get_ref().iter().map(|c| self.line(c)).collect(),
            rows: read,
        }
    }

    fn points(&mut self, points: &Spanned<Vec<RawPoint>>, scope: &mut Scope) -> Vec<Point> {
        self.not_empty(points, "items");
        let mut read = Vec::new();
        for point in points.get_ref() {
            read.push(Point {
                id: self.id(&point.id, scope),
                text: self.rich(&point.text),
                claims: self.claims(&point.claims, scope),
            });
        }
        read
    }

    pub(super) fn links(&mut self, links: &[RawLink]) -> Vec<Link> {
        let mut read = Vec::new();
        for link in links {
            let url = clean_line(link.url.get_ref());
            if !may_open(&url) {
                self.report(link.url.span(), LINK, LINK_REMEDY);
            }
            read.push(Link {
                title: self.line(&link.title),
                url,
            });
        }
        read
    }

    fn claims(&mut self, claims: &[RawClaim], scope: &mut Scope) -> Vec<Claim> {
        let mut read = Vec::new();
        for claim in claims {
            let expect = claim.expect.get_ref();
            if expect.is_empty() {
                let remedy = "Write expect = { ordered-writes = \"holds\" } or another property";
                self.report(claim.expect.span(), "This claim expects nothing", remedy);
            }
            for (property, verdict) in expect {
                self.expectation(claim, property, verdict);
            }
            let scenario = self.scenario(Some(&claim.scenario), scope);
            read.push(Claim {
                id: self.id(&claim.id, scope),
                scenario: scenario.unwrap_or_default(),
                expect: expect.clone().into_iter().collect(),
            });
        }
        read
    }

    fn expectation(&mut self, claim: &RawClaim, property: &str, verdict: &str) {
        let properties = Property::ALL.map(Property::name);
        if !properties.contains(&property) {
            let what = format!("There is no property \"{property}\"");
            let remedy = format!("Write one of {}", properties.join(", "));
            self.report(claim.expect.span(), what, remedy);
        }
        let verdicts = [Verdict::Holds, Verdict::Violated].map(Verdict::name);
        if !verdicts.contains(&verdict) {
            let what = format!("There is no verdict \"{verdict}\"");
            let remedy = format!("Write {}", verdicts.join(" or "));
            self.report(claim.expect.span(), what, remedy);
        }
    }

    /// A reference to a scenario of this lesson.
    pub(super) fn scenario(&mut self, id: Option<&Text>, scope: &Scope) -> Option<String> {
        let id = id?;
        let name = id.get_ref();
        if !scope.scenarios.contains(name) {
            let what = format!("There is no scenario \"{name}\" in this lesson");
            let remedy =
                "Write the name of a file in scenarios/, without .toml, that lesson.toml lists";
            self.report(id.span(), what, remedy);
        }
        Some(name.clone())
    }

    /// A reference to one of `known`, which are each a `what`.
    pub(super) fn known(&mut self, id: &Text, what: &str, known: &BTreeSet<String>) -> String {
        let name = id.get_ref();
        if !known.contains(name) {
            let remedy = match known.len() {
                0 => "Take it out".to_owned(),
                _ => format!("Write {}", one_of(known.iter().map(String::as_str))),
            };
            self.report(
                id.span(),
                format!("There is no {what} \"{name}\" in this lesson"),
                remedy,
            );
        }
        name.clone()
    }

    /// An id: in kebab-case, and not used twice in `scope`.
    pub(super) fn id(&mut self, id: &Text, scope: &mut Scope) -> String {
        let name = id.get_ref();
        let kebab = name.split('-').all(|part| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        });
        if !kebab {
            let what = format!("\"{name}\" is not an id");
            let remedy = "Write lower-case letters, digits and single hyphens, as in paused-holder";
            self.report(id.span(), what, remedy);
        }
        let place = format!("{}:{}", self.file, self.line_of(id.span().start));
        if let Some(other) = scope.ids.insert(name.clone(), place) {
            let what = format!("The id \"{name}\" is taken by {other}");
            self.report(id.span(), what, "Give each its own id");
        }
        name.clone()
    }

    /// A line of plain text that is not empty.
    pub(super) fn line(&mut self, text: &Text) -> String {
        let line = clean_line(text.get_ref());
        if line.trim().is_empty() {
            self.report(
                text.span(),
                "This text is empty",
                "Write it, or take it out",
            );
        }
        line
    }

    pub(super) fn code(&mut self, text: &Text) -> String {
        let code = clean(text.get_ref()).trim_end().to_owned();
        if code.is_empty() {
            self.report(
                text.span(),
                "This code is empty",
                "Write it, or take the block out",
            );
        }
        code
    }

    pub(super) fn not_empty<T>(&mut self, list: &Spanned<Vec<T>>, what: &str) {
        if list.get_ref().is_empty() {
            let remedy = "Write at least one, or take the block out";
            self.report(list.span(), format!("There are no {what} here"), remedy);
        }
    }
}

impl RawBlock {
    /// The keys that are there, beside `kind`, each with where its value begins.
    fn present(&self) -> Vec<(&'static str, usize)> {
        fn start<T>(value: &Option<Spanned<T>>) -> Option<usize> {
            value.as_ref().map(|value| value.span().start)
        }
        [
            ("text", start(&self.text)),
            ("columns", start(&self.columns)),
            ("rows", start(&self.rows)),
            ("steps", start(&self.steps)),
            ("scenario", start(&self.scenario)),
            ("language", start(&self.language)),
            ("title", start(&self.title)),
            ("code", start(&self.code)),
            ("points", start(&self.points)),
            ("links", start(&self.links)),
            ("claims", start(&self.claims)),
        ]
        .into_iter()
        .filter_map(|(name, start)| Some((name, start?)))
        .collect()
    }
}
