mod cell;
mod protocol;
#[cfg(test)]
mod tests;
