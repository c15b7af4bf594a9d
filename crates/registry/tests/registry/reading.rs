//! The text layer of a document: what a reader finds and copies, page by page.

use std::collections::HashMap;
use std::io::Read as _;

use flate2::read::ZlibDecoder;

/// An object of a file: its dictionary as text, and its stream, unpacked.
struct Object {
    text: String,
    stream: Vec<u8>,
}

fn objects(bytes: &[u8]) -> HashMap<u32, Object> {
    let find = |from: usize, what: &[u8]| {
        let rest = &bytes[from..];
        let at = rest.windows(what.len()).position(|it| it == what);
        at.map(|at| from + at)
    };
    let (mut objects, mut from) = (HashMap::new(), 0);
    while let Some(at) = find(from, b" 0 obj") {
        let begin = bytes[..at].iter().rposition(|it| !it.is_ascii_digit());
        let number = std::str::from_utf8(&bytes[begin.unwrap() + 1..at]).unwrap();
        let end = find(at, b"endobj").unwrap();
        let head = find(at, b"\nstream\n").filter(|head| *head < end);
        let mut stream = Vec::new();
        if let Some(head) = head {
            // What is packed may hold any word: it ends where its own end mark is.
            ZlibDecoder::new(&bytes[head + 8..])
                .read_to_end(&mut stream)
                .unwrap();
        }
        let text = String::from_utf8_lossy(&bytes[at + 6..head.unwrap_or(end)]).into_owned();
        objects.insert(number.parse().unwrap(), Object { text, stream });
        from = head.map_or(end, |head| find(head, b"endstream").unwrap());
    }
    objects
}

/// The number after `/name ` in a dictionary.
fn reference(text: &str, name: &str) -> Option<u32> {
    let at = text.find(&format!("/{name} "))? + name.len() + 2;
    text[at..].split(' ').next()?.parse().ok()
}

/// What each glyph of a font stands for.
fn letters(map: &[u8]) -> HashMap<u16, String> {
    let text = std::str::from_utf8(map).unwrap();
    let pair = |line: &str| {
        let (glyph, units) = line.trim().strip_prefix('<')?.split_once("> <")?;
        let unit = |at: usize| u16::from_str_radix(units.get(at..at + 4)?, 16).ok();
        let units: Vec<u16> = (0..).step_by(4).map_while(unit).collect();
        Some((
            u16::from_str_radix(glyph, 16).ok()?,
            String::from_utf16(&units).ok()?,
        ))
    };
    text.lines().filter_map(pair).collect()
}

/// The strings of a page's content: literal with escapes, or hexadecimal.
fn string(content: &[u8], at: &mut usize) -> Vec<u8> {
    let mut out = Vec::new();
    if content[*at] == b'<' {
        let end = *at + content[*at..].iter().position(|it| *it == b'>').unwrap();
        for pair in content[*at + 1..end].chunks(2) {
            let pair = std::str::from_utf8(pair).unwrap();
            out.push(u8::from_str_radix(pair, 16).unwrap());
        }
        *at = end + 1;
        return out;
    }
    let mut depth = 0;
    loop {
        let byte = content[*at];
        *at += 1;
        match byte {
            b'(' if depth == 0 => depth = 1,
            b')' if depth == 1 => return out,
            b'\\' => {
                let next = content[*at];
                *at += 1;
                out.push(match next {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 8,
                    b'f' => 12,
                    b'0'..=b'7' => {
                        let octal = std::str::from_utf8(&content[*at - 1..*at + 2]).unwrap();
                        *at += 2;
                        u8::from_str_radix(octal, 8).unwrap()
                    }
                    other => other,
                });
            }
            other => {
                depth += i32::from(other == b'(') - i32::from(other == b')');
                out.push(other);
            }
        }
    }
}

/// The lines of a page in the order in which they were written.
fn lines(content: &[u8], fonts: &HashMap<String, HashMap<u16, String>>) -> Vec<String> {
    let (mut lines, mut line, mut font, mut word) = (Vec::new(), String::new(), None, Vec::new());
    let mut at = 0;
    while at < content.len() {
        match content[at] {
            b'(' | b'<' => {
                let glyphs = string(content, &mut at);
                let letters: &HashMap<u16, String> = font.unwrap();
                for glyph in glyphs.chunks(2) {
                    let glyph = u16::from_be_bytes([glyph[0], glyph[1]]);
                    line.push_str(letters.get(&glyph).map_or("", String::as_str));
                }
                continue;
            }
            b' ' | b'\n' | b'[' | b']' => {
                let said = String::from_utf8(std::mem::take(&mut word)).unwrap();
                if let Some(name) = said.strip_prefix('/') {
                    font = fonts.get(name).or(font);
                } else if said == "ET" {
                    lines.push(std::mem::take(&mut line));
                }
            }
            other => word.push(other),
        }
        at += 1;
    }
    lines
}

/// The lines of each page of a file that was drawn here.
pub(crate) fn pages(bytes: &[u8]) -> Vec<Vec<String>> {
    let objects = objects(bytes);
    let mut numbers: Vec<&u32> = objects.keys().collect();
    numbers.sort_unstable();
    let mut pages = Vec::new();
    for number in numbers {
        let page = &objects[number].text;
        if !page.contains("/Type /Page\n") {
            continue;
        }
        let mut fonts = HashMap::new();
        for name in (0..5).map(|index| format!("F{index}")) {
            if let Some(font) = reference(page, &name) {
                let map = reference(&objects[&font].text, "ToUnicode").unwrap();
                fonts.insert(name, letters(&objects[&map].stream));
            }
        }
        let content = reference(page, "Contents").unwrap();
        pages.push(lines(&objects[&content].stream, &fonts));
    }
    pages
}

/// All text of a page, its lines parted by spaces.
pub(crate) fn text(page: &[String]) -> String {
    page.join(" ")
}
