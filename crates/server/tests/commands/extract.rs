//! A document from the shell.

use crate::Place;

#[tokio::test(flavor = "multi_thread")]
async fn a_document_is_read_and_explained_without_a_server() {
    let place = Place::both().await.remove(0);
    let folder = place.folder();
    let (file, picture) = (folder.join("bill.pdf"), folder.join("why.png"));
    let bill = include_bytes!("../../../../data/sample-electricity-bill.pdf");
    std::fs::write(&file, bill).expect("a file");
    let (file, picture) = (file.to_string_lossy(), picture.to_string_lossy());
    let command = [
        "extract",
        &file,
        "--infer",
        "country",
        "--explain",
        &picture,
    ];
    let told: serde_json::Value =
        serde_json::from_str(&place.good(&command)).expect("one JSON object");
    assert_eq!(told["data"]["city"], "Surulere");
    assert_eq!(told["data"]["country"], "Nigeria");
    assert_eq!(
        told["data"]["field_metadata"]["country"]["source"],
        "derived"
    );
    assert!(told["considered"][1]["reasons"].is_array(), "{told}");
    let png = std::fs::read(&*picture).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"), "no PNG");

    let missing = place.refused(&["extract", "/nowhere/bill.pdf"]);
    assert!(missing.contains("/nowhere/bill.pdf"), "{missing}");
    let page = place.refused(&["extract", &file, "--explain", &picture, "--page", "7"]);
    assert!(page.contains("pages 1 to 1"), "{page}");
    place.refused(&["extract", &file, &file, "--explain", &picture]);
    place.refused(&["extract", &file, "--infer", "city"]);
}
