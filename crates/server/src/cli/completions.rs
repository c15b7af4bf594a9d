//! `kofa completions …`: shells ask `kofa complete` what may come next, so that what they complete
//! is what this program can do.

use clap::{Args, CommandFactory as _, ValueEnum};

use super::{Cli, admin};
use crate::cli::context::say;

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// Bash takes `=` for the end of a word.
const BASH: &str = r#"_kofa() {
    local line=${COMP_LINE:0:COMP_POINT} words current found
    read -ra words <<< "$line"
    [[ $line == *" " ]] && words+=("")
    current=${words[${#words[@]}-1]}
    mapfile -t found < <(kofa complete -- "${words[@]:1}" 2>/dev/null)
    mapfile -t COMPREPLY < <(IFS=$'\n'; compgen -W "${found[*]}" -- "$current")
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    [[ $current == *=* ]] && COMPREPLY=("${COMPREPLY[@]#"${current%%=*}="}")
}
complete -o default -F _kofa kofa"#;

const ZSH: &str = r#"#compdef kofa
_kofa() {
    local -a found
    found=("${(@f)$(kofa complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    compadd -S '' -- ${(M)found:#*=}
    compadd -- ${found:#*=}
}
compdef _kofa kofa"#;

const FISH: &str = "complete -c kofa -f -a \
    '(kofa complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'";

/// Prints what the shell has to read.
pub(crate) fn run(typed: &Completions) -> anyhow::Result<()> {
    say(match typed.shell {
        Shell::Bash => BASH,
        Shell::Zsh => ZSH,
        Shell::Fish => FISH,
    })
}

/// Prints what may come in the place of the last of `words`.
pub(crate) fn complete(words: &[String]) -> anyhow::Result<()> {
    for one in candidates(words) {
        say(one)?;
    }
    Ok(())
}

fn candidates(words: &[String]) -> Vec<String> {
    if let [first, rest @ ..] = words
        && first == "admin"
        && !rest.is_empty()
    {
        return admin::candidates(rest);
    }
    let mut command = Cli::command();
    for word in words.iter().take(words.len().saturating_sub(1)) {
        if let Some(inner) = command.find_subcommand(word) {
            command = inner.clone();
        }
    }
    let commands = command.get_subcommands().filter(|one| !one.is_hide_set());
    let commands = commands.map(|one| one.get_name().to_owned());
    let flags = command.get_arguments().filter_map(clap::Arg::get_long);
    commands
        .chain(flags.map(|flag| format!("--{flag}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_word_is_found_at_every_depth() {
        let next = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            candidates(&words)
        };
        let has = |all: &[String], one: &str| all.iter().any(|it| it == one);
        let all = next(&[""]);
        assert!(has(&all, "admin") && has(&all, "serve") && !has(&all, "complete"));
        assert!(has(&next(&["investment", ""]), "import-offers"));
        assert!(has(
            &next(&["investment", "import-offers", ""]),
            "--environment"
        ));
        assert!(has(&next(&["admin", ""]), "createOffer"));
        assert!(has(&next(&["admin", "createOffer", ""]), "registrar.name="));
    }
}
