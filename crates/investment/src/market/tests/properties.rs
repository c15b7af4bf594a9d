//! Whatever is sent, nothing panics.

use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn no_file_panics(text in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_file(&text, Format::Csv, now());
        let _ = read_file(&text, Format::JsonLines, now());
    }

    #[test]
    fn no_field_panics(name in 0_usize..40, text in "\\PC{0,60}", number in any::<i64>()) {
        let names: Vec<String> = fields_of(&sandbox("OFR-ZUMA")).keys().cloned().collect();
        let name = &names[name % names.len()];
        for value in [json!(text), json!(number), json!([text]), json!({})] {
            let mut fields = fields_of(&sandbox("OFR-ZUMA"));
            fields.insert(name.clone(), value);
            if let Ok(offer) = read_offer(&fields) {
                let named = with_id(&fields_of(&offer), &offer.id);
                prop_assert_eq!(read_offer(&named).unwrap(), offer);
            }
        }
    }
}
