//! Every theme is whole, readable on the backgrounds it is for, and tells apart what must not be confused.

use std::collections::HashSet;

use super::*;

/// What stands on a dark terminal, and on a light one: pure, and as they come.
const DARK: [u32; 3] = [0x00_0000, 0x16_161d, 0x1e_1e1e];
const LIGHT: [u32; 3] = [0xff_ffff, 0xfa_fafa, 0xfd_f6e3];

fn themes() -> impl Iterator<Item = (&'static str, Theme)> {
    Theme::names().map(|name| (name, Theme::load(name, Depth::True, false).unwrap()))
}

/// Contrast as WCAG 2 defines it: the ratio of relative luminances, from 1 to 21.
fn contrast(one: u32, other: u32) -> f64 {
    let luminance = |rgb: u32| {
        let part = |shift: u32, weight: f64| {
            let value = f64::from(rgb >> shift & 0xff) / 255.0;
            let linear = if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            };
            linear * weight
        };
        part(16, 0.2126) + part(8, 0.7152) + part(0, 0.0722) + 0.05
    };
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}

#[test]
fn contrast_is_measured_as_defined() {
    assert!((contrast(0x00_0000, 0xff_ffff) - 21.0).abs() < 0.01);
    assert!((contrast(0x77_7777, 0xff_ffff) - 4.48).abs() < 0.01);
    assert!((contrast(0x12_3456, 0x12_3456) - 1.0).abs() < 0.01);
}

#[test]
fn what_is_read_is_readable_on_its_backgrounds() {
    for (name, theme) in themes() {
        // One theme for any background has to do with the 3 that shapes and bold text need.
        let (grounds, least) = match name {
            "dark" => (&DARK[..], 4.5),
            "light" => (&LIGHT[..], 4.5),
            _ => (&[DARK, LIGHT].concat()[..], 3.0),
        };
        for role in theme.roles.keys() {
            let Some(Color::Rgb(r, g, b)) = theme.style(*role).fg else {
                continue;
            };
            let colour = u32::from_be_bytes([0, r, g, b]);
            for ground in grounds {
                let found = contrast(colour, *ground);
                assert!(
                    found >= least,
                    "{name}: {role:?} #{colour:06x} on #{ground:06x} has {found:.2}, needs {least}"
                );
            }
        }
    }
}

#[test]
fn the_background_is_the_terminals_own() {
    for (name, theme) in themes() {
        for role in theme.roles.keys() {
            assert_eq!(theme.style(*role).bg, None, "{name}: {role:?}");
        }
    }
}

#[test]
fn clients_and_what_befalls_them_have_hues_of_their_own() {
    const APART: [Role; 6] = [
        Role::ClientA,
        Role::ClientB,
        Role::ClientC,
        Role::Belief,
        Role::Refusal,
        Role::Wrong,
    ];
    for depth in [Depth::Sixteen, Depth::True] {
        for name in Theme::names() {
            let theme = Theme::load(name, depth, false).unwrap();
            let hues: HashSet<_> = APART.map(|role| theme.style(role).fg).into();
            assert_eq!(hues.len(), APART.len(), "{name}, {depth:?}");
        }
    }
}

#[test]
fn every_theme_names_the_same_roles_and_without_colours_none_is_drawn() {
    let roles = |theme: &Theme| theme.roles.keys().copied().collect::<Vec<_>>();
    let all: Vec<_> = themes().map(|(_, theme)| roles(&theme)).collect();
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]));
    let plain = Theme::load("auto", Depth::None, false).unwrap();
    for role in roles(&plain) {
        assert_eq!(plain.style(role).fg, None, "{role:?}");
    }
}
