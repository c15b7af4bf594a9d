//! HMAC with SHA-256 (FIPS 180-4, RFC 2104), so that webhooks need no further crate.

const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The first 32 bits of the fractions of the cube roots of the first 64 primes.
fn constants() -> [u32; 64] {
    let is_prime = |n: &u64| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0);
    let mut made = [0; 64];
    for (constant, prime) in made.iter_mut().zip((2..).filter(is_prime)) {
        // The whole number below the cube root of prime × 2^96, bit by bit.
        let target = u128::from(prime) << 96;
        let mut root: u128 = 0;
        for bit in (0..36).rev() {
            let higher = root | 1 << bit;
            if higher * higher * higher <= target {
                root = higher;
            }
        }
        *constant = root as u32;
    }
    made
}

fn compress(state: &mut [u32; 8], block: &[u8], k: &[u32; 64]) {
    let mut w = [0_u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    for t in 16..64 {
        let (a, b) = (w[t - 15], w[t - 2]);
        let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
        let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
        w[t] = w[t - 16]
            .wrapping_add(s0)
            .wrapping_add(w[t - 7])
            .wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for t in 0..64 {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = e & f ^ !e & g;
        let first = h
            .wrapping_add(s1)
            .wrapping_add(choice)
            .wrapping_add(k[t])
            .wrapping_add(w[t]);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = a & b ^ a & c ^ b & c;
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(s0.wrapping_add(majority)));
    }
    for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(more);
    }
}

fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut bytes = parts.concat();
    let bits = bytes.len() as u64 * 8;
    bytes.push(0x80);
    bytes.resize((bytes.len() + 8).next_multiple_of(64) - 8, 0);
    bytes.extend_from_slice(&bits.to_be_bytes());
    let (k, mut state) = (constants(), START);
    for block in bytes.chunks_exact(64) {
        compress(&mut state, block, &k);
    }
    let mut made = [0; 32];
    for (bytes, word) in made.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    made
}

pub(crate) fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0; 64];
    if key.len() > block.len() {
        block[..32].copy_from_slice(&digest(&[key]));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let inner = digest(&[&block.map(|byte| byte ^ 0x36), message]);
    digest(&[&block.map(|byte| byte ^ 0x5c), &inner])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn digests_of_the_standard() {
        for (text, digest_is) in [
            (
                "",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            (
                "abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(hex(&digest(&[text.as_bytes()])), digest_is);
        }
    }

    #[test]
    fn codes_of_rfc_4231() {
        let short = hmac(b"Jefe", b"what do ya want for nothing?");
        assert_eq!(
            hex(&short),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        let long = hmac(
            &[0xaa; 131],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
        );
        assert_eq!(
            hex(&long),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        );
    }
}
