//! What a register outside answers, read as every question would.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    kofa_registry::upstream::read_anything(bytes);
});
