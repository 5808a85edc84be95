//! The screens that a number key opens, and where each leads.

use crate::{
    course::{GLOSSARY, GUIDE, Section},
    progress::Spot,
    tui::screen::Context,
};

/// The screens that a number key opens; Home lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// The lesson.
    Read,
    /// The timelines.
    Watch,
    /// Where one turns knobs and breaks locks.
    Lab,
    /// The questions.
    Practice,
    /// The learner's notes.
    Notes,
    /// What was done, and what is open.
    Progress,
}

impl Door {
    /// Every door, in order.
    pub const ALL: [Self; 6] = [
        Self::Read,
        Self::Watch,
        Self::Lab,
        Self::Practice,
        Self::Notes,
        Self::Progress,
    ];

    /// The number key that opens it.
    pub fn number(self) -> u8 {
        match self {
            Self::Read => 1,
            Self::Watch => 2,
            Self::Lab => 3,
            Self::Practice => 4,
            Self::Notes => 5,
            Self::Progress => 6,
        }
    }

    /// As shown.
    pub fn title(self) -> &'static str {
        match self {
            Self::Read => "Read",
            Self::Watch => "Watch",
            Self::Lab => "Lab",
            Self::Practice => "Practice",
            Self::Notes => "Notes",
            Self::Progress => "Progress",
        }
    }

    /// The door that a place lies behind; Home, and what stands beside the lesson, lie behind none.
    pub fn of(spot: &Spot) -> Option<Self> {
        match spot {
            Spot::Read { section, .. } if !is_section(section) => None,
            Spot::Read { .. } => Some(Self::Read),
            Spot::Watch { .. } => Some(Self::Watch),
            Spot::Lab { .. } => Some(Self::Lab),
            Spot::Practice { .. } => Some(Self::Practice),
            Spot::Notes => Some(Self::Notes),
            Spot::Progress => Some(Self::Progress),
            Spot::Home => None,
        }
    }

    /// Where the door leads: to the place that the learner left, or to its beginning.
    pub fn spot(self, ctx: &Context) -> Option<Spot> {
        let place = ctx.record.place.as_ref();
        let left = place.filter(|place| place.lesson == ctx.lesson.id);
        let left = left.map(|place| &place.spot);
        let left = left.filter(|spot| Self::of(spot) == Some(self));
        if let (Some(spot), true) = (left, self != Self::Read) {
            return Some(spot.clone());
        }
        match self {
            Self::Read => read_on(left, ctx),
            Self::Watch => Some(Spot::Watch {
                scenario: String::new(),
                at_ms: 0,
                nth: None,
            }),
            Self::Lab => Some(Spot::Lab {
                view: String::new(),
                at: String::new(),
            }),
            Self::Practice => Some(Spot::Practice {
                question: String::new(),
            }),
            Self::Notes => Some(Spot::Notes),
            Self::Progress => Some(Spot::Progress),
        }
    }
}

/// Whether a place to read is a section, and not the guide or the glossary.
fn is_section(place: &str) -> bool {
    !matches!(place.split('/').next(), Some(GUIDE | GLOSSARY))
}

/// Where reading goes on: where it was left, if that part is not read yet, or else at the first that is not. Once all are
/// read, where it was left.
fn read_on(left: Option<&Spot>, ctx: &Context) -> Option<Spot> {
    let lesson = &ctx.lesson;
    let unread = |id: &str| !ctx.record.is_read(&lesson.id, id);
    let open = left.filter(|spot| match spot {
        Spot::Read { section, .. } => lesson.section(section).is_some() && unread(section),
        _ => false,
    });
    let first = lesson.sections.iter().find(|section| unread(&section.id));
    let start = |section: &Section| Spot::Read {
        section: section.id.clone(),
        permille: 0,
    };
    let next = open.cloned().or_else(|| first.map(start));
    let again = || left.cloned().or_else(|| lesson.sections.first().map(start));
    next.or_else(again)
}
