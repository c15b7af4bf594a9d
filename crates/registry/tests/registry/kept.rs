//! What is stored of upstreams, on both databases.

use kofa_domain::{Environment, Timestamp};
use kofa_registry::upstream::UpstreamKind;
use kofa_registry::{
    ListProblems, PurgeAnswers, RawAnswer, RecallAnswer, RecordProblem, StoreAnswer,
};
use kofa_store::testing::TestDatabase;

const fn at(seconds: i64) -> Timestamp {
    Timestamp::from_micros(1_700_000_000_000_000).plus_seconds(seconds)
}

fn answer(seconds: i64, body: &str) -> RawAnswer {
    RawAnswer {
        id: kofa_domain::Ids.uuid(at(seconds)).into_bytes(),
        environment: Environment::Live,
        upstream: UpstreamKind::CacVas,
        question: "company/rc",
        subject: [1; 32],
        asked_at: at(seconds),
        status: 200,
        media_type: "application/json".to_owned(),
        is_answer: true,
        body: Some(body.into()),
        body_bytes: body.len(),
        body_sha256: [2; 32],
    }
}

#[tokio::test]
async fn the_newest_answer_to_the_same_question_is_recalled() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let others = [
            RawAnswer {
                subject: [3; 32],
                ..answer(9, "another question")
            },
            RawAnswer {
                environment: Environment::Sandbox,
                ..answer(9, "another environment")
            },
            RawAnswer {
                upstream: UpstreamKind::Contract,
                ..answer(9, "another upstream")
            },
            RawAnswer {
                is_answer: false,
                ..answer(9, "no answer")
            },
            RawAnswer {
                body: None,
                ..answer(9, "a document")
            },
        ];
        let same = [answer(5, "newer"), answer(1, "older")];
        for one in others.into_iter().chain(same) {
            store.write(StoreAnswer(one)).await.unwrap();
        }
        let recall = async |since: i64| {
            let recall = RecallAnswer {
                environment: Environment::Live,
                upstream: UpstreamKind::CacVas,
                subject: [1; 32],
                since: at(since),
            };
            store.read(recall).await.unwrap()
        };
        let found = recall(1).await.unwrap();
        assert_eq!(
            (found.asked_at, found.body.as_slice()),
            (at(5), &b"newer"[..])
        );
        assert_eq!(
            (found.status, found.media_type.as_str()),
            (200, "application/json")
        );
        assert!(recall(5).await.is_some());
        assert_eq!(recall(6).await, None);
        let forgotten = store.write(PurgeAnswers { before: at(9) }).await;
        assert_eq!(forgotten.unwrap(), 2);
        assert_eq!(recall(0).await, None);
    }
}

#[tokio::test]
async fn a_problem_is_one_row_that_counts() {
    for database in TestDatabase::both().await {
        let store = database.open().await;
        let note = |problem: &'static str, seconds: i64, upstream: UpstreamKind| RecordProblem {
            environment: Environment::Live,
            upstream,
            problem,
            message: format!("at {seconds}"),
            question: "company/rc",
            at: at(seconds),
        };
        for (problem, seconds, upstream) in [
            ("late", 1, UpstreamKind::CacVas),
            ("late", 2, UpstreamKind::CacVas),
            ("late", 3, UpstreamKind::Contract),
            ("account", 4, UpstreamKind::CacVas),
            ("late", 5, UpstreamKind::CacVas),
        ] {
            store.write(note(problem, seconds, upstream)).await.unwrap();
        }
        let problems = store.read(ListProblems).await.unwrap();
        let told: Vec<_> = problems
            .iter()
            .map(|it| (it.problem.as_str(), it.upstream.as_str(), it.occurrences))
            .collect();
        let expected = [
            ("late", "cac_vas", 3),
            ("account", "cac_vas", 1),
            ("late", "contract", 1),
        ];
        assert_eq!(told, expected);
        let first = &problems[0];
        assert_eq!((first.first_at, first.last_at), (at(1), at(5)));
        assert_eq!(first.message, "at 5");
    }
}
