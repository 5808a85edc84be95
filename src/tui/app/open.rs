//! The open screen, and those that are kept while another one is.

use crate::{
    course::{GLOSSARY, GUIDE},
    progress::Spot,
    tui::screen::{
        Context, Screen, glossary::Glossary, guide::Guide, home::Home, lab::Lab, notes::Notes,
        practice::Practice, progress::Progress, read::Read, watch::Watch,
    },
};

/// The open screen.
#[derive(Debug)]
pub(super) enum Open {
    Home(Home),
    Read(Read),
    Guide(Guide),
    Glossary(Glossary),
    Watch(Watch),
    Lab(Box<Lab>),
    Practice(Box<Practice>),
    Notes(Notes),
    Progress(Box<Progress>),
}

impl Open {
    pub(super) fn at(spot: &Spot, ctx: &Context) -> Self {
        match spot {
            Spot::Read { section, permille } => Self::read(section, *permille, ctx),
            Spot::Watch {
                scenario,
                at_ms,
                nth,
            } => Self::Watch(Watch::at(scenario, *at_ms, ctx).at_nth(*nth)),
            Spot::Lab { view, at } => Self::Lab(Box::new(Lab::at(view, at, ctx))),
            Spot::Practice { question } => Self::Practice(Box::new(Practice::at(question, ctx))),
            Spot::Notes => Self::Notes(Notes::list()),
            Spot::Progress => Self::Progress(Box::default()),
            Spot::Home => Self::Home(Home::new(ctx)),
        }
    }

    /// A section, or what stands among them.
    fn read(place: &str, permille: u16, ctx: &Context) -> Self {
        match place.split('/').next() {
            Some(GUIDE) if ctx.lesson.has_guide() => Self::Guide(Guide::at(place, ctx)),
            Some(GLOSSARY) if !ctx.lesson.glossary.is_empty() => {
                Self::Glossary(Glossary::at(place, ctx))
            }
            _ => Self::Read(Read::at(place, permille, ctx)),
        }
    }

    pub(super) fn screen(&self) -> &dyn Screen {
        match self {
            Self::Home(screen) => screen,
            Self::Read(screen) => screen,
            Self::Guide(screen) => screen,
            Self::Glossary(screen) => screen,
            Self::Watch(screen) => screen,
            Self::Lab(screen) => screen.as_ref(),
            Self::Practice(screen) => screen.as_ref(),
            Self::Notes(screen) => screen,
            Self::Progress(screen) => screen.as_ref(),
        }
    }

    pub(super) fn screen_mut(&mut self) -> &mut dyn Screen {
        match self {
            Self::Home(screen) => screen,
            Self::Read(screen) => screen,
            Self::Guide(screen) => screen,
            Self::Glossary(screen) => screen,
            Self::Watch(screen) => screen,
            Self::Lab(screen) => screen.as_mut(),
            Self::Practice(screen) => screen.as_mut(),
            Self::Notes(screen) => screen,
            Self::Progress(screen) => screen.as_mut(),
        }
    }
}

/// Screens that are kept while another one is open.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// A run stands where it was left, with what was shown of it and what was answered.
    pub(super) watch: Option<Watch>,
    /// What was worked out there stays for the session.
    pub(super) lab: Option<Box<Lab>>,
    /// A round goes on where it was left, with what was explained last.
    pub(super) practice: Option<Box<Practice>>,
}
