//! One paragraph, quits on q: the floor that token34 is measured against.

use ratatui::{
    crossterm::event::{Event, KeyCode, read},
    widgets::{Paragraph, Wrap},
};

const TEXT: &str = "A lease ends by itself; its holder's belief does not. A fencing token lets the resource tell the two apart.";

fn main() -> std::io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    loop {
        terminal.draw(|frame| {
            frame.render_widget(Paragraph::new(TEXT).wrap(Wrap { trim: true }), frame.area());
        })?;
        if let Event::Key(key) = read()?
            && key.code == KeyCode::Char('q')
        {
            return ratatui::try_restore();
        }
    }
}
