//! Sample documents: text-layer PDFs in the layouts that Nigerian issuers use, for an
//! invented person each time, with what must be read from them. For tests.
//!
//! The issuers are real, because telling their addresses from the customer's is the point;
//! every paper says that it is a specimen.

mod bank;
mod bills;
mod letters;
mod sheet;

pub use bills::{ElectricityBill, sample_bill};
pub use sheet::{Font, Sheet, document};

/// A document and what it says.
pub struct Sample {
    pub name: &'static str,
    pub pdf: Vec<u8>,
    /// What must be read from it.
    pub expected: Expected,
}

/// The fields as they must come out with every inference allowed. Empty where there is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected {
    /// The address as printed.
    pub full_address: &'static str,
    pub street: &'static str,
    pub city: &'static str,
    pub lga: &'static str,
    pub state: &'static str,
    pub country: &'static str,
}

/// One document of every layout.
pub fn all() -> Vec<Sample> {
    let mut samples = bills::all();
    samples.extend(bank::all());
    samples.extend(letters::all());
    samples
}

/// A scan of the first page of a PDF, as PNG: what a flatbed at 200 dots an inch gives.
///
/// # Panics
/// If it is no PDF.
pub fn scan_of(pdf: &[u8]) -> Vec<u8> {
    let page = kofa_address::read::page_picture(pdf, 0, 200.0).expect("a readable PDF");
    png(&image::DynamicImage::ImageRgb8(page))
}

pub fn blank_scan() -> Vec<u8> {
    png(&image::DynamicImage::ImageLuma8(
        image::GrayImage::from_pixel(700, 1_000, image::Luma([255])),
    ))
}

fn png(picture: &image::DynamicImage) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut file, image::ImageFormat::Png)
        .expect("writing to memory");
    file.into_inner()
}

#[cfg(test)]
mod tests {
    /// The server carries the bill, not what draws it.
    #[test]
    fn the_bill_of_the_demo_is_the_drawn_one() {
        let committed = include_bytes!("../../../data/sample-electricity-bill.pdf");
        assert_eq!(super::sample_bill(&Default::default()), committed);
    }
}
