//! Where the document of a job is while it waits.

use kofa_domain::{Ids, RequestId, Result};
use kofa_objects::FindObject;
use kofa_samples::sample_bill;
use kofa_store::{Op, Tx, Value};

use crate::jobs::bill;
use crate::world::{PRICE, World, both};

/// Puts the document of a job where versions without an object store kept it.
struct PutBack {
    job: RequestId,
    sealed: Vec<u8>,
}

impl Op for PutBack {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        tx.exec_one("delete from stored_object", &[]).await?;
        let insert = "insert into poa_job_document (request_id, sealed) values ($1, $2)";
        let params: [Value<'_>; 2] = [self.job.as_bytes().into(), (&self.sealed).into()];
        Ok(tx.exec_one(insert, &params).await?)
    }
}

async fn waiting(world: &World) -> (String, std::path::PathBuf) {
    let id = world.job(&bill()).await;
    let name = format!("jobs/{id}");
    let found = world.store.read(FindObject { name: name.clone() }).await;
    assert!(found.unwrap().is_some());
    (id, world.database.folder().join("objects").join(name))
}

#[tokio::test]
async fn a_job_of_a_version_before_is_read_from_its_row() {
    for world in both().await {
        let (before, _) = world.money().await;
        let (id, file) = waiting(&world).await;
        std::fs::remove_file(file).unwrap();
        let document = sample_bill(&Default::default());
        let context = format!("poa-job.document/{id}");
        let sealed = world.vault.seal(&context, &document, Ids).unwrap();
        let job = RequestId::parse_str(&id).unwrap();
        world.store.write(PutBack { job, sealed }).await.unwrap();
        assert_eq!(world.worker.work_through().await, 1);
        assert_eq!(world.status(&id).await, "succeeded");
        assert_eq!(world.money().await, (before - PRICE, 0));
        world.nothing_is_left().await;
    }
}

#[tokio::test]
async fn a_job_whose_document_is_gone_or_was_changed_fails_free() {
    for world in both().await {
        let (before, _) = world.money().await;
        let (gone, file) = waiting(&world).await;
        std::fs::remove_file(file).unwrap();
        let (changed, file) = waiting(&world).await;
        let mut bytes = std::fs::read(&file).unwrap();
        bytes[7] ^= 1;
        std::fs::write(file, bytes).unwrap();
        for _ in 0..3 {
            world.worker.work_through().await;
            world.clock.advance_seconds(60);
        }
        for (id, attempts) in [(gone, 1), (changed, 3)] {
            let record = world.look(&id).await.json;
            assert_eq!(record["error"]["code"], "internal_error", "{record}");
            assert_eq!(record["attempts"], attempts);
        }
        assert_eq!(world.money().await, (before, 0));
        world.nothing_is_left().await;
    }
}
