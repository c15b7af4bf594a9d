//! Short texts that anybody may send: keys, ids, moments, amounts.
#![no_main]

use kofa_domain::{Environment, KeyId, Kobo, TenantId, Timestamp, mint_api_key, parse_api_key};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if parse_api_key(text).is_ok() {
        assert!(text.is_ascii() && text.len() <= 81, "{text:?}");
        // No other last digit goes with it.
        let (body, last) = text.split_at(text.len() - 1);
        let other = if last == "0" { "1" } else { "0" };
        assert!(parse_api_key(&format!("{body}{other}")).is_err());
    }
    let mut random = [0; 32];
    for (to, from) in random.iter_mut().zip(text.bytes()) {
        *to = from;
    }
    let minted = mint_api_key(Environment::Live, &random);
    assert!(parse_api_key(&minted).is_ok_and(|key| key.reaches_live));
    if let Some(id) = KeyId::parse(text) {
        assert_eq!(id.as_str(), text);
        assert!(TenantId::parse(text).is_none(), "a key is no tenant");
    }
    if let Some(at) = Timestamp::parse_rfc3339(text) {
        // As it is shown: to the millisecond.
        let shown = Timestamp::parse_rfc3339(&at.rfc3339());
        assert!(shown.is_some_and(|shown| at.micros().abs_diff(shown.micros()) < 1_000));
    }
    if let Some(amount) = Kobo::parse_naira(text) {
        assert!(amount.get() >= 0);
    }
});
