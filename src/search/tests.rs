//! What a query finds in the lesson.

use std::collections::BTreeSet;

use super::*;
use crate::course::Pack;
use crate::progress::{Pen, Record};
use jiff::Timestamp;

fn index() -> Index {
    Index::new(&Pack::embedded().unwrap())
}

fn found(query: &str) -> Vec<String> {
    let index = index();
    let hits = index.find(query).into_iter().take(6);
    hits.map(|hit| {
        let entry = index.entry(&hit).unwrap();
        format!("{}: {}", entry.kind.name(), entry.title())
    })
    .collect()
}

#[test]
fn a_term_that_is_named_comes_first() {
    for (query, first) in [
        ("fencing token", "term: fencing token"),
        ("czxid", "term: czxid"),
        ("lease", "term: lease"),
        ("Fence", "term: fence"),
        ("pitfalls", "part: Common pitfalls"),
    ] {
        assert_eq!(found(query)[0], first, "{:?}", found(query));
    }
}

#[test]
fn a_comparison_is_found_as_it_is_written() {
    let index = index();
    for (query, other) in [
        ("<=", "<"),
        ("fence <=", "fence <"),
        ("fence < token", "fence > token"),
    ] {
        let hits = index.find(query);
        assert!(!hits.is_empty(), "{query}");
        let entries = |hits: &[Hit]| hits.iter().map(|hit| hit.entry).collect::<BTreeSet<_>>();
        assert_ne!(entries(&hits), entries(&index.find(other)), "{query}");
    }
    let first = found("<=");
    assert!(
        first.iter().any(|one| one.contains("Strict or at least")),
        "{first:?}"
    );
}

#[test]
fn every_word_of_the_query_is_in_what_is_found() {
    let index = index();
    for hit in index.find("redis failover") {
        let entry = index.entry(&hit).unwrap();
        let texts = entry
            .texts
            .iter()
            .chain(&entry.forms)
            .map(|text| text.shown.as_str());
        let all: String = texts.chain([entry.title()]).collect::<Vec<_>>().join(" ");
        let all = all.to_lowercase();
        assert!(all.contains("redis") && all.contains("failover"), "{all}");
    }
}

#[test]
fn the_text_that_fits_best_is_shown_with_what_matched() {
    let index = index();
    let hits = index.find("strictly greater");
    for hit in hits.iter().filter(|hit| !hit.marks.is_empty()).take(3) {
        let passage = index.entry(hit).unwrap().passage(hit).unwrap();
        let marked: Vec<_> = hit
            .marks
            .iter()
            .map(|m| passage[m.clone()].to_lowercase())
            .collect();
        assert!(
            marked
                .iter()
                .any(|word| word.starts_with("strictly") || word.starts_with("greater"))
        );
    }
}

#[test]
fn a_word_within_another_is_another() {
    let index = index();
    for hit in index.find("lease") {
        let entry = index.entry(&hit).unwrap();
        let title = hit.title.iter().map(|mark| &entry.title()[mark.clone()]);
        assert!(
            title
                .map(str::to_lowercase)
                .all(|word| word.starts_with("lease"))
        );
    }
    assert!(
        !index.find("eleases").is_empty(),
        "a piece of a word, where no word is called so"
    );
}

#[test]
fn letters_left_out_are_forgiven() {
    assert_eq!(found("fencng tokn")[0], found("fencing token")[0]);
    assert!(found("zzqx").is_empty());
    assert!(found("  ").is_empty());
}

#[test]
fn a_term_is_shown_with_its_definition() {
    let pack = Pack::embedded().unwrap();
    let index = index();
    for term in pack.lessons[0].glossary.iter() {
        let hits = index.find(&term.term);
        let entry = index.entry(&hits[0]).unwrap();
        assert_eq!(entry.title(), term.term);
        assert_eq!(entry.passage(&hits[0]), term.text.lines().next().as_deref());
    }
}

#[test]
fn answers_are_not_given_away() {
    let pack = Pack::embedded().unwrap();
    let index = index();
    for question in pack.lessons[0].all_questions() {
        let spot = Spot::Practice {
            question: question.id.clone(),
        };
        let entry = index
            .entries
            .iter()
            .find(|entry| entry.spot == spot)
            .unwrap();
        let shown = entry.texts.iter().map(|text| text.shown.clone());
        let shown: Vec<String> = [entry.title().to_owned()]
            .into_iter()
            .chain(shown)
            .collect();
        let asked: Vec<String> = question.prompt.lines().collect();
        assert_eq!(shown, asked, "what is asked, and no more");
    }
}

#[test]
fn notes_are_found_and_follow_the_record() {
    let (mut record, now) = (Record::default(), Timestamp::UNIX_EPOCH);
    let mut pen = Pen::new(now, 1, 0);
    let lesson = "distributed-locks";
    let key = record.begin_note(&mut pen, lesson, Spot::Home, "Ask Xanthippe", now);
    let mut index = index();
    index.set_notes(&record);
    assert_eq!(index.find("xanthippe").len(), 1);
    record.delete_note(&key);
    index.set_notes(&record);
    assert_eq!(index.find("xanthippe").len(), 0);
}
