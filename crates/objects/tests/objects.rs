//! Objects in a folder, and at a server of S3 that is not ours.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use kofa_domain::{Sensitive, Timestamp};
use kofa_objects::{
    CHUNK_BYTES, FindForgotten, FindKnown, FindObject, KeepObject, ObjectPlace, Objects, S3Place,
    Stored,
};
use kofa_store::testing::TestDatabase;
use kofa_store::{Op, Store, Tx, Vault};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);
const KEY: &str = "AKIDKOFA";
const SECRET: &str = "a-secret-of-tests";

fn vault() -> Vault {
    Vault::new(&Sensitive::new([7; 32]))
}

/// A server of S3 over `folder`, until the test ends.
async fn s3(folder: &Path) -> SocketAddr {
    std::fs::create_dir_all(folder.join("bucket")).expect("it works");
    let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder).expect("it works"));
    builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
    let service = builder.build();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("it works");
    let address = listener.local_addr().expect("it works");
    tokio::spawn(async move {
        loop {
            let (socket, _) = listener.accept().await.expect("it works");
            let service = service.clone();
            tokio::spawn(async move {
                let server = auto::Builder::new(TokioExecutor::new());
                let _ = server.serve_connection(TokioIo::new(socket), service).await;
            });
        }
    });
    address
}

fn place(address: SocketAddr, secret: &str, bucket: &str) -> ObjectPlace {
    ObjectPlace::S3(S3Place {
        bucket: bucket.to_owned(),
        prefix: "kofa/live".to_owned(),
        endpoint: Some(format!("http://{address}")),
        region: "us-east-1".to_owned(),
        access_key_id: KEY.to_owned(),
        secret_access_key: Sensitive::new(secret.to_owned()),
        is_path_style: true,
    })
}

struct World {
    objects: Objects,
    /// The file of an object.
    files: std::path::PathBuf,
    _folder: TempDir,
}

/// The same store in a folder, and at a server.
async fn both() -> Vec<World> {
    let (mine, theirs) = (
        TempDir::new().expect("it works"),
        TempDir::new().expect("it works"),
    );
    let in_folder = Objects::open(ObjectPlace::Folder(mine.path().join("o")), vault());
    let at_server = Objects::open(place(s3(theirs.path()).await, SECRET, "bucket"), vault());
    vec![
        World {
            objects: in_folder.expect("it works"),
            files: mine.path().join("o"),
            _folder: mine,
        },
        World {
            objects: at_server.expect("it works"),
            files: theirs.path().join("bucket/kofa/live"),
            _folder: theirs,
        },
    ]
}

fn some_bytes(count: usize) -> Vec<u8> {
    (0_u8..=250).cycle().take(count).collect()
}

async fn get(objects: &Objects, one: &Stored) -> Option<Vec<u8>> {
    let found = objects.get(one).await.expect("it works");
    found.map(|it| it.expose().clone())
}

#[tokio::test]
async fn what_was_put_is_what_is_read_of_any_size() {
    for world in both().await {
        world.objects.check().await.unwrap();
        for size in [0, 1, CHUNK_BYTES, CHUNK_BYTES + 1] {
            let plain = some_bytes(size);
            let name = format!("jobs/of-{size}");
            let stored = world
                .objects
                .put(&name, Bytes::from(plain.clone()))
                .await
                .unwrap();
            assert_eq!(stored.bytes, size as u64);
            assert_eq!(get(&world.objects, &stored).await, Some(plain));
            world.objects.delete(&name).await.unwrap();
            world.objects.delete(&name).await.unwrap();
            assert_eq!(get(&world.objects, &stored).await, None);
        }
    }
}

/// Larger than a part, so it goes up in several, in pieces that fit no chunk.
#[tokio::test]
async fn a_large_file_goes_up_in_pieces_and_is_read_by_a_thread() {
    for world in both().await {
        let plain = some_bytes(5 * CHUNK_BYTES + 77);
        let mut upload = world.objects.begin("imports/large");
        for piece in plain.chunks(1_000_003) {
            upload.write(Bytes::copy_from_slice(piece)).await.unwrap();
        }
        let stored = upload.finish().await.unwrap();
        let mut reader = world.objects.reader(&stored).unwrap();
        let read = tokio::task::spawn_blocking(move || {
            let mut all = Vec::new();
            std::io::Read::read_to_end(&mut reader, &mut all).map(|_| all)
        });
        assert!(read.await.unwrap().unwrap() == plain);
        let on_disk = std::fs::read(world.files.join("imports/large")).unwrap();
        let window = &plain[..64];
        assert!(
            !on_disk.windows(64).any(|it| it == window),
            "nothing is in clear"
        );
    }
}

#[tokio::test]
async fn an_upload_that_is_broken_off_leaves_no_object() {
    for world in both().await {
        let mut upload = world.objects.begin("imports/broken");
        let piece = Bytes::from(some_bytes(3 * CHUNK_BYTES));
        for _ in 0..2 {
            upload.write(piece.clone()).await.unwrap();
        }
        upload.abort().await;
        assert!(!world.files.join("imports/broken").exists());
    }
}

/// What somebody could do who can write to the store.
#[tokio::test]
async fn what_was_cut_moved_or_exchanged_is_refused() {
    for world in both().await {
        let plain = Bytes::from(some_bytes(CHUNK_BYTES * 2));
        let one = world.objects.put("jobs/one", plain.clone()).await.unwrap();
        let two = world.objects.put("jobs/two", plain).await.unwrap();
        let [first, second] = ["one", "two"].map(|it| world.files.join("jobs").join(it));
        let whole = std::fs::read(&first).unwrap();
        let half = whole.len() / 2;
        let moved = [&whole[half..], &whole[..half]].concat();
        for changed in [&whole[..half], &moved, &std::fs::read(&second).unwrap()] {
            std::fs::write(&first, changed).unwrap();
            assert!(world.objects.get(&one).await.is_err());
        }
        std::fs::write(&first, &whole).unwrap();
        assert!(world.objects.get(&one).await.unwrap().is_some());
        // Nor under the other's row.
        let renamed = Stored {
            name: two.name,
            ..one.clone()
        };
        assert!(world.objects.get(&renamed).await.is_err());
        let shorter = Stored {
            bytes: CHUNK_BYTES as u64,
            ..one
        };
        assert!(world.objects.get(&shorter).await.is_err());
    }
}

/// What ends an object, as an operation of its own.
struct Forget(&'static str);

impl Op for Forget {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> kofa_domain::Result<()> {
        kofa_objects::forget(tx, self.0).await
    }
}

async fn keep(store: &Store, object: &Stored) {
    let (object, now) = (object.clone(), NOW);
    store
        .write(KeepObject { object, now })
        .await
        .expect("it works");
}

#[tokio::test]
async fn what_was_ended_is_removed_and_what_has_no_row_after_a_day() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        for world in both().await {
            let objects = &world.objects;
            let kept = objects
                .put("jobs/kept", Bytes::from_static(b"1"))
                .await
                .unwrap();
            let ended = objects
                .put("jobs/ended", Bytes::from_static(b"2"))
                .await
                .unwrap();
            let rowless = objects
                .put("jobs/rowless", Bytes::from_static(b"3"))
                .await
                .unwrap();
            keep(&store, &kept).await;
            keep(&store, &ended).await;
            store.write(Forget("jobs/ended")).await.unwrap();
            let find = |name: &str| FindObject {
                name: name.to_owned(),
            };
            assert_eq!(store.read(find("jobs/ended")).await.unwrap(), None);
            assert_eq!(
                store.read(find("jobs/kept")).await.unwrap(),
                Some(kept.clone())
            );
            assert_eq!(objects.sweep(&store).await.unwrap(), 1);
            assert_eq!(objects.sweep(&store).await.unwrap(), 0);
            assert_eq!(get(objects, &ended).await, None);
            let names = vec!["jobs/ended".to_owned(), "jobs/kept".to_owned()];
            assert_eq!(
                store.read(FindKnown { names }).await.unwrap(),
                [false, true]
            );
            assert!(store.read(FindForgotten).await.unwrap().is_empty());

            let seconds = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
            let real = Timestamp::from_micros(i64::try_from(seconds).unwrap() * 1_000_000);
            assert_eq!(objects.sweep_rowless(&store, real).await.unwrap(), 0);
            let later = real.plus_seconds(24 * 3_600 + 60);
            assert_eq!(objects.sweep_rowless(&store, later).await.unwrap(), 1);
            assert_eq!(get(objects, &rowless).await, None);
            assert_eq!(get(objects, &kept).await, Some(b"1".to_vec()));
            store.write(Forget("jobs/kept")).await.unwrap();
            objects.sweep(&store).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_wrong_secret_and_an_absent_server_are_found_at_the_check() {
    let folder = TempDir::new().unwrap();
    let address = s3(folder.path()).await;
    let nobody = SocketAddr::from(([127, 0, 0, 1], 1));
    for place in [
        place(address, "another", "bucket"),
        place(nobody, SECRET, "bucket"),
    ] {
        let objects = Objects::open(place, vault()).unwrap();
        let checked = tokio::time::timeout(Duration::from_secs(60), objects.check()).await;
        let error = checked.unwrap().unwrap_err();
        let told = format!("{error} {:?}", error.context());
        assert!(
            !told.contains(SECRET) && !told.contains("another"),
            "{told}"
        );
    }
    let public = S3Place {
        bucket: "b".to_owned(),
        prefix: String::new(),
        endpoint: Some("http://s3.example.com".to_owned()),
        region: "us-east-1".to_owned(),
        access_key_id: KEY.to_owned(),
        secret_access_key: Sensitive::new(SECRET.to_owned()),
        is_path_style: true,
    };
    assert!(Objects::open(ObjectPlace::S3(public), vault()).is_err());
}
