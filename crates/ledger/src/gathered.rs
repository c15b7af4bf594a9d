//! What products store with the settlement of their calls: the operations of many calls, those
//! of one kind together.

use std::any::{Any, TypeId};
use std::pin::Pin;

use kofa_domain::{Error, Result};
use kofa_store::{Op, Tx};

/// A storage operation that keeps as many of its kind at once as are being settled.
pub trait Gathered: Send + Sync + 'static {
    /// Keeps all of `these`, in their order. Where it fails nothing is kept, and each is
    /// tried again alone: so a fault of one is that one's.
    fn keep(these: &[&Self], tx: &mut Tx<'_>) -> impl Future<Output = Result<()>> + Send;
}

/// An operation that is run once for each call.
pub struct Each<O>(pub O);

impl<O: Op<Out = ()>> Gathered for Each<O> {
    async fn keep(these: &[&Self], tx: &mut Tx<'_>) -> Result<()> {
        for one in these {
            tx.run(&one.0).await?;
        }
        Ok(())
    }
}

/// Storage operations of a product, carried to the settlement of its call.
#[derive(Default)]
pub struct Write(Vec<Box<dyn Erased>>);

impl std::fmt::Debug for Write {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Write")
    }
}

impl Write {
    pub fn push(&mut self, gathered: impl Gathered) {
        self.0.push(Box::new(gathered));
    }

    /// Runs the operations of all calls: of each call in order, beside those of the others
    /// that stand at the same place and are of the same kind.
    pub(crate) async fn keep_all(all: &[&Self], tx: &mut Tx<'_>) -> Result<()> {
        for place in 0.. {
            let mut these: Vec<&dyn Erased> = Vec::with_capacity(all.len());
            these.extend(
                all.iter()
                    .filter_map(|one| one.0.get(place))
                    .map(|one| &**one),
            );
            if these.is_empty() {
                break;
            }
            these.sort_by_key(|one| kind(*one));
            for group in these.chunk_by(|one, other| kind(*one) == kind(*other)) {
                if let Some(first) = group.first() {
                    first.keep(group, tx).await?;
                }
            }
        }
        Ok(())
    }
}

fn kind(one: &dyn Erased) -> TypeId {
    let one: &dyn Any = one;
    one.type_id()
}

trait Erased: Any + Send + Sync {
    /// Keeps `group`, which are all of this type.
    fn keep<'a>(
        &self,
        group: &'a [&'a dyn Erased],
        tx: &'a mut Tx<'_>,
    ) -> Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>>;
}

impl<G: Gathered> Erased for G {
    fn keep<'a>(
        &self,
        group: &'a [&'a dyn Erased],
        tx: &'a mut Tx<'_>,
    ) -> Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>> {
        Box::pin(async move {
            let mut these: Vec<&G> = Vec::with_capacity(group.len());
            for one in group {
                let one: &dyn Any = *one;
                let this = one.downcast_ref::<G>();
                these.push(this.ok_or_else(|| Error::internal("a write of another kind"))?);
            }
            G::keep(&these, tx).await
        })
    }
}
