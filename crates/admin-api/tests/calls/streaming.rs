//! What a SIEM is given, in batches of any size.

use kofa_core::audit::ReadAuditAfter;
use kofa_insight::siem::{BeginSink, ForgetSink, MoveSink, ReadBatch, SinkName};
use serde_json::Value;

use super::{Call, Line, World, worlds};

fn call(outcome: usize) -> Line {
    Line::Call(Call {
        ago_s: 0,
        operation: 0,
        key: 0,
        outcome,
        is_open: false,
    })
}

impl World {
    /// All that a sink was not given yet, in batches of `limit`.
    async fn given(&self, limit: i64) -> Vec<Value> {
        let sink = SinkName::Http;
        let mut lines: Vec<Value> = Vec::new();
        loop {
            let batch = self.store.read(ReadBatch { sink, limit }).await.unwrap();
            if batch.is_empty() {
                assert_eq!(batch.behind, 0);
                return lines;
            }
            assert!(batch.lines.len() <= usize::try_from(limit).unwrap());
            assert!(batch.behind > 0);
            // The server was killed before the cursor moved: the same is given again.
            let again = self.store.read(ReadBatch { sink, limit }).await.unwrap();
            assert_eq!(again.lines, batch.lines);
            lines.extend(
                batch
                    .lines
                    .iter()
                    .map(|line| serde_json::from_str(line).unwrap()),
            );
            self.store.write(MoveSink { sink, batch }).await.unwrap();
        }
    }
}

fn of<'a>(lines: &'a [Value], stream: &str, field: &str) -> Vec<&'a Value> {
    let of_stream = lines.iter().filter(|line| line["stream"] == stream);
    of_stream.map(|line| &line[field]).collect()
}

#[tokio::test]
async fn a_sink_is_given_every_line_once_and_in_order() {
    for limit in [1, 3, 500] {
        for world in worlds().await {
            world.fill(&[call(0), call(1)], 1).await;
            for name in ["Bob", "Eve", "Tayo"] {
                world.tenant(name).await;
            }
            world.store.write(BeginSink(SinkName::Http)).await.unwrap();
            let lines: Vec<Line> = vec![call(0), Line::Other, call(2), Line::Other, call(4)];
            let (made, _) = world.fill(&lines, 1).await;
            let all = ReadAuditAfter {
                after: 0,
                limit: 1_000,
            };
            let entries = world.store.read(all).await.unwrap();
            assert!(entries.len() > 3, "each tenant leaves one");

            let given = world.given(limit).await;
            let hashes: Vec<String> = entries.iter().map(|entry| entry.hash()).collect();
            assert_eq!(
                of(&given, "audit", "hash"),
                hashes.iter().collect::<Vec<_>>()
            );
            // Calls of the time before the sink are not given, those after it all are.
            let ids: Vec<String> = made
                .iter()
                .map(|call| call.request_id.to_string())
                .collect();
            assert_eq!(
                of(&given, "calls", "requestId"),
                ids.iter().collect::<Vec<_>>()
            );
            assert_eq!(of(&given, "calls", "status"), [200, 404, 503]);

            // Beginning again goes on; a sink that was forgotten begins anew.
            world.store.write(BeginSink(SinkName::Http)).await.unwrap();
            assert!(world.given(limit).await.is_empty());
            world.store.write(ForgetSink(SinkName::Http)).await.unwrap();
            world.store.write(BeginSink(SinkName::Http)).await.unwrap();
            let anew = world.given(limit).await;
            assert_eq!(of(&anew, "audit", "hash").len(), entries.len());
            assert!(of(&anew, "calls", "seq").is_empty());
        }
    }
}
