//! Who knows what: the truth, each client's belief, storage; what has just changed is marked.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::scene::Scene;
use crate::{
    fencing::timeline::{Knowledge, Mind},
    text::width,
    tui::theme::{Glyph, Role},
};

/// From this width on, parties have their full names.
const ROOMY: usize = 50;

/// Columns of the names of the parties.
fn names(roomy: bool) -> usize {
    if roomy { 15 } else { 10 }
}

/// The panel: a line for the lock service, each client, storage.
pub fn lines(scene: &Scene<'_>, columns: usize) -> Vec<Line<'static>> {
    let known = &scene.now().known;
    let before = scene.moment.checked_sub(1);
    let before = before.map(|index| &scene.timeline.moments[index].known);
    let roomy = columns >= ROOMY;
    let theme = scene.theme;
    let mut lines = vec![row(
        scene,
        if roomy { "lock service" } else { "lock" },
        theme.style(Role::Text),
        before.is_some_and(|before| before.holder != known.holder),
        holder(scene, known),
        roomy,
    )];
    for (client, mind) in (0..).zip(&known.clients) {
        let was = before.map(|before| (before.clients[usize::from(client)], before.holder));
        let mistaken = mind.mistaken(client, known.holder);
        let changed = was
            .is_some_and(|(was, holder)| was != *mind || was.mistaken(client, holder) != mistaken);
        let name = format!("{} thinks", scene.name(client));
        let text = thinks(scene, client, mind, mistaken, columns);
        lines.push(row(
            scene,
            &name,
            scene.client_bold(client),
            changed,
            text,
            roomy,
        ));
    }
    let changed = before.is_some_and(|before| {
        (before.fence, before.data, before.version) != (known.fence, known.data, known.version)
    });
    let text = storage(scene, known);
    lines.push(row(
        scene,
        "storage",
        theme.style(Role::Text),
        changed,
        text,
        roomy,
    ));
    lines
}

fn row(
    scene: &Scene<'_>,
    name: &str,
    look: Style,
    changed: bool,
    text: Vec<Span<'static>>,
    roomy: bool,
) -> Line<'static> {
    let theme = scene.theme;
    let mark = if changed {
        theme.glyph(Glyph::Chosen)
    } else {
        " "
    };
    let blank = names(roomy).saturating_sub(width(name)).max(1);
    let mut spans = vec![
        Span::styled(format!("{mark} "), theme.style(Role::Accent)),
        Span::styled(name.to_owned(), look),
        Span::raw(" ".repeat(blank)),
    ];
    spans.extend(text);
    Line::from(spans)
}

fn number(scene: &Scene<'_>, token: Option<u32>) -> Span<'static> {
    let text = token.map_or(String::new(), |token| format!(" {token}"));
    Span::styled(text, scene.theme.style(Role::Token))
}

fn holder(scene: &Scene<'_>, known: &Knowledge) -> Vec<Span<'static>> {
    match known.holder {
        None => vec![Span::styled("nobody holds", scene.theme.style(Role::Dim))],
        Some((client, token)) => vec![
            Span::styled(scene.name(client).to_owned(), scene.client_bold(client)),
            Span::raw(" holds"),
            number(scene, token),
        ],
    }
}

fn thinks(
    scene: &Scene<'_>,
    client: u8,
    mind: &Mind,
    mistaken: bool,
    columns: usize,
) -> Vec<Span<'static>> {
    let theme = scene.theme;
    let dim = theme.style(Role::Dim);
    let roomy = columns >= ROOMY;
    let mut spans = Vec::new();
    if mind.believes {
        if roomy {
            let name = scene.name(client).to_owned();
            spans.push(Span::styled(name, scene.client_bold(client)));
            spans.push(Span::raw(" "));
        }
        spans.push(Span::raw("holds"));
        spans.push(number(scene, mind.token));
    } else if mind.waits {
        spans.push(Span::raw("it waits for the lock"));
    } else if mind.token.is_some() {
        spans.push(Span::styled("it no longer holds", dim));
    } else {
        spans.push(Span::styled("it does not hold", dim));
    }
    if scene.crashed(client) {
        let text = format!("  {} is dead", theme.glyph(Glyph::Refusal));
        spans.push(Span::styled(text, theme.style(Role::Pause)));
    } else if mistaken {
        let [long, short] = match mind.running && !scene.slept(client) {
            true => ["wrong, and not told", "wrong, not told"],
            false => ["wrong, and cannot know", "wrong, cannot know"],
        };
        let before: usize = spans.iter().map(Span::width).sum();
        let sign = theme.glyph(Glyph::Mistaken);
        let room = columns.saturating_sub(2 + names(roomy) + before + 2 + width(sign) + 1);
        let texts = [long, short, "wrong"];
        let text = texts.into_iter().find(|text| width(text) <= room);
        let text = format!("  {sign} {}", text.unwrap_or("wrong"));
        spans.push(Span::styled(text, theme.style(Role::Wrong)));
    } else if !mind.running {
        let text = format!("  {} stands still", theme.glyph(Glyph::Pause));
        spans.push(Span::styled(text, theme.style(Role::Pause)));
    }
    spans
}

fn storage(scene: &Scene<'_>, known: &Knowledge) -> Vec<Span<'static>> {
    let theme = scene.theme;
    let mut spans = Vec::new();
    if scene.timeline.check != "none" {
        spans.push(Span::raw("fence"));
        match known.null_fence {
            true => spans.push(Span::styled(" NULL", theme.style(Role::Refusal))),
            false => spans.push(number(scene, Some(known.fence))),
        }
        let dot = format!(" {} ", theme.glyph(Glyph::Dot));
        spans.push(Span::styled(dot, theme.style(Role::Storage)));
    }
    match known.data {
        None => spans.push(Span::styled("no data", theme.style(Role::Dim))),
        Some(client) => {
            spans.push(Span::raw("data of "));
            spans.push(Span::styled(
                scene.name(client).to_owned(),
                scene.client_bold(client),
            ));
        }
    }
    spans
}
