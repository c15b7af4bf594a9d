//! Documents that cannot be read, and readers that cannot read.

use std::path::PathBuf;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kofa_address::{Limits, PoolSettings};
use kofa_documents::Reader;
use kofa_domain::Ids;
use kofa_samples::{Sheet, blank_scan, document, sample_bill};
use serde_json::json;

use crate::world::{World, both, form, reader_settings};

fn pages(count: usize) -> Vec<u8> {
    let sheets = (0..count).map(|_| {
        let mut sheet = Sheet::new();
        sheet.lines(&["Page"]);
        sheet
    });
    document(sheets.collect())
}

fn invisible() -> Vec<u8> {
    let mut sheet = Sheet::new();
    sheet
        .visible(false)
        .lines(&["Service Address: 9 Forged Street, Ikeja, Lagos"]);
    sheet.pdf()
}

/// One page whose text never ends.
fn endless() -> Vec<u8> {
    let mut sheet = Sheet::new();
    let line = "a ".repeat(150);
    for _ in 0..1_500 {
        sheet.at(10.0, 100.0).lines(&[&line]);
    }
    sheet.pdf()
}

type Case = (&'static str, Vec<u8>, u16, &'static str);

fn cases() -> Vec<Case> {
    let html = b"<!DOCTYPE html><html><body>12 Allen Avenue</body></html>".to_vec();
    let locked = include_bytes!("../../../address/tests/engine/fixtures/password-aes256.pdf");
    vec![
        ("web page", html, 415, "unsupported_document_type"),
        (
            "text",
            b"12 Allen".to_vec(),
            415,
            "unsupported_document_type",
        ),
        ("password", locked.to_vec(), 422, "encrypted_document"),
        ("header", b"%PDF-1.7\n".to_vec(), 422, "corrupt_document"),
        ("eleven pages", pages(11), 422, "too_many_pages"),
        ("invisible", invisible(), 422, "unreadable_document"),
        (
            "photo",
            b"\xFF\xD8\xFF\xE0JFIF".to_vec(),
            422,
            "corrupt_document",
        ),
        ("scan", b"II*\0\0\0".to_vec(), 422, "corrupt_document"),
        ("too much text", endless(), 413, "document_too_large"),
    ]
}

#[tokio::test]
async fn an_unreadable_document_is_refused_free_and_the_next_one_is_read() {
    let good = sample_bill(&Default::default());
    for world in both().await {
        let before = world.balance().await;
        let mut calls = 0;
        for (name, file, status, code) in cases() {
            let form = world.post_form(&[("file", &file)]).await;
            let body = json!({"document_base64": STANDARD.encode(&file)});
            for reply in [form, world.post_json(&body).await] {
                let field = if name == "password" {
                    "document_password"
                } else {
                    ""
                };
                assert_eq!(reply.faults(), [(field, code)], "{name}");
                reply.refused(status, code);
            }
            world.post_form(&[("file", &good)]).await.charged();
            calls += 1;
        }
        World::paid(before, world.balance().await, calls);
    }
}

#[tokio::test]
async fn without_networks_a_scan_is_told_what_to_send_instead() {
    let world = both().await.remove(0);
    let reply = world.post_form(&[("file", &blank_scan())]).await;
    reply.refused(503, "ocr_unavailable");
    let message = reply.json["message"].as_str().unwrap();
    assert!(message.contains("original PDF"), "{message}");
}

/// A reader of another command, with one child and nobody waiting.
fn reader_of(command: &str, args: &[&str]) -> Reader {
    let args = args.iter().map(|&arg| arg.into()).collect();
    let settings = PoolSettings {
        readers_max: 1,
        waiting_max: 0,
        ..PoolSettings::new(PathBuf::from(command), args)
    };
    let limits = Limits {
        wall_ms_max: 1_000,
        ..Limits::default()
    };
    Reader::with(settings, limits)
}

#[tokio::test]
async fn a_reader_that_fails_costs_nothing() {
    let good = sample_bill(&Default::default());
    let parts: [(&str, &[u8]); 1] = [("file", &good)];
    // It dies over the document; it never answers.
    for (command, args) in [("/bin/true", &[][..]), ("/bin/sleep", &["30"][..])] {
        let reader = reader_of(command, args);
        assert!(!reader.is_ready().await, "{command}");
        let world = World::with(reader).await;
        let before = world.balance().await;
        let reply = world.post_form(&parts).await;
        reply.refused(422, "document_too_complex");
        World::paid(before, world.balance().await, 0);
        world.check_books().await;
    }
    let absent = reader_of("/nowhere/reader", &[]);
    assert!(!absent.is_ready().await);
    let world = World::with(absent).await;
    let reply = world.post_form(&parts).await;
    reply.refused(503, "reader_unavailable");
    assert_eq!(reply.header("retry-after"), "5");
}

#[tokio::test]
async fn a_full_queue_is_said_at_once_and_empties_again() {
    let good = sample_bill(&Default::default());
    let parts: [(&str, &[u8]); 1] = [("file", &good)];
    let world = World::with(reader_of("/bin/sleep", &["30"])).await;
    let calls = tokio::join!(world.post_form(&parts), world.post_form(&parts));
    let mut statuses = [calls.0.status, calls.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [422, 503]);
    let busy = if calls.0.status == 503 {
        calls.0
    } else {
        calls.1
    };
    busy.refused(503, "reader_busy");
    assert!(!busy.header("retry-after").is_empty());
    // The place is free again.
    let reply = world.post_form(&parts).await;
    reply.refused(422, "document_too_complex");
}

#[tokio::test]
async fn nobody_keeps_the_readers_from_others() {
    let settings = PoolSettings {
        readers_max: 1,
        waiting_max: 6,
        ..PoolSettings::new("/bin/sleep".into(), vec!["30".into()])
    };
    // Every document stalls its reader for a second.
    let limits = Limits {
        wall_ms_max: 1_000,
        ..Limits::default()
    };
    let world = World::with(Reader::with(settings, limits)).await;
    let other = world.other("Bola").await;
    let body = form(&[("file", &sample_bill(&Default::default()))]);
    let headers = [("content-type", "multipart/form-data; boundary=----kofa")];
    let ask = |key: &str| {
        let (key, body, world) = (key.to_owned(), body.clone(), &world);
        async move { world.call("POST", "extract", &key, &headers, body).await }
    };
    let crowd = futures_util::future::join_all((0..6).map(|_| ask(&world.key)));
    let theirs = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let begun = std::time::Instant::now();
        (ask(&other.key).await, begun.elapsed())
    };
    let (crowd, (reply, waited)) = tokio::join!(crowd, theirs);
    // It was read, after the document that was being read already.
    reply.refused(422, "document_too_complex");
    assert!(waited < Duration::from_millis(2_900), "{waited:?}");
    let busy = crowd.iter().filter(|reply| reply.status == 503);
    assert_eq!(busy.count(), 2, "a tenant has half of the places");
    // Whose documents stall readers has one place for a while.
    let again = tokio::join!(ask(&world.key), ask(&world.key));
    let mut statuses = [again.0.status, again.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [422, 503]);
}

#[tokio::test]
async fn a_caller_who_hangs_up_keeps_no_reader() {
    let name = format!("kofa-hung-up-{:x}", u64::from_be_bytes(Ids.secret()));
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir(&folder).unwrap();
    let path = |file| folder.join(file).display().to_string();
    // The first child notes its number and says nothing for half a minute; others read.
    let script = format!(
        "if mkdir '{}' 2>&-; then echo $$ > '{}'; mv '{}' '{}'; exec /bin/sleep 30; fi; exec '{}'",
        path("first"),
        path("writing"),
        path("writing"),
        path("number"),
        reader_settings().command.display(),
    );
    let settings = PoolSettings {
        readers_max: 1,
        waiting_max: 1,
        ..PoolSettings::new("/bin/sh".into(), vec!["-c".into(), script.into()])
    };
    let limits = Limits {
        wall_ms_max: 30_000,
        ..Limits::default()
    };
    let world = World::with(Reader::with(settings, limits)).await;
    let good = sample_bill(&Default::default());
    let parts: [(&str, &[u8]); 1] = [("file", &good)];
    let before = world.balance().await;
    let number = async {
        loop {
            if let Ok(number) = std::fs::read_to_string(folder.join("number")) {
                break number;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let number = tokio::select! {
        reply = world.post_form(&parts) => panic!("{}", reply.json),
        number = number => number,
    };
    // Its place in the queue, its reader and its child are free within moments.
    world.post_form(&parts).await.charged();
    assert!(!PathBuf::from(format!("/proc/{}", number.trim())).exists());
    World::paid(before, world.balance().await, 1);
    world.check_books().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_real_reader_is_ready() {
    let reader = Reader::with(reader_settings(), Limits::default());
    assert!(reader.is_ready().await);
    assert!(reader.is_ready().await, "and stays so");
}
