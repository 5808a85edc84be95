//! Other programs: the browser for a link, the editor for a note. Never through a shell.

use std::{
    env,
    fs::{self, File},
    io::Write,
    process::{Command, Stdio},
    thread,
};

/// What a link may begin with.
const SCHEMES: [&str; 3] = ["http://", "https://", "mailto:"];

/// Opens an address in the user's browser or mailer, and does not wait for it.
pub(super) fn open(url: &str) -> Result<(), String> {
    let lower = url.to_ascii_lowercase();
    if !SCHEMES.iter().any(|scheme| lower.starts_with(scheme)) {
        return Err(format!("Only web and mail links are opened; this is {url}"));
    }
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut child = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{program} does not start ({error}); the address is {url}"))?;
    // Somebody has to hear how it ended, or it stays in the process table.
    thread::Builder::new()
        .name("link".to_owned())
        .spawn(move || child.wait())
        .map(drop)
        .map_err(|error| format!("{program} was started, and nobody waits for its end: {error}"))
}

/// Hands `text` to the user's editor on `terminal`, and gives back what came of it.
pub(super) fn edit(text: &str, terminal: File) -> Result<String, String> {
    let editor = ["VISUAL", "EDITOR"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.trim().is_empty())
        .unwrap_or_else(|| {
            if cfg!(windows) {
                "notepad".to_owned()
            } else {
                "vi".to_owned()
            }
        });
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let failed = |what: &str, error: &dyn std::fmt::Display| {
        format!("{what}: {error}; the note is as it was")
    };
    let mut file = tempfile::Builder::new()
        .prefix("token34-")
        .suffix(".md")
        .tempfile()
        .map_err(|error| failed("No temporary file", &error))?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.flush())
        .map_err(|error| failed("The temporary file cannot be written", &error))?;
    let status = Command::new(program)
        .args(words)
        .arg(file.path())
        .stdin(terminal)
        .status()
        .map_err(|error| failed(&format!("The editor {program} does not start"), &error))?;
    if !status.success() {
        return Err(failed(
            &format!("The editor {program} ended badly"),
            &status,
        ));
    }
    let bytes =
        fs::read(file.path()).map_err(|error| failed("The edited text cannot be read", &error))?;
    Ok(crate::text::clean(&String::from_utf8_lossy(&bytes)))
}
