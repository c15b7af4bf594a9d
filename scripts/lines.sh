#!/usr/bin/env bash
# Counts product code by crate: lines in crates/*/src that are neither blank nor comment, without
# unit tests (`#[cfg(test)]` and the files of such modules), and without crates that are only
# compiled for tests or for measuring. Rust beside it: all other lines of code of the repository.
#
# Usage: scripts/lines.sh [COMMIT]      default: the working tree
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

others='tidy|testkit|bench|poa-bench|reader'
if [ -n "${1:-}" ]; then
  tree=$(mktemp -d "${TMPDIR:-/tmp}/kofa-lines.XXXXXX")
  trap 'rm -rf "$tree"' EXIT
  git archive "$1" | tar -x -C "$tree" --wildcards '*.rs'
  cd "$tree"
fi

# One line a file: its path, its lines of code, and how many of them are of unit tests; and one a
# file of a module that is only compiled for tests. An item after `#[cfg(test)]` ends with its
# closing brace, or on a line of its own depth that ends in `;` or `,`.
counted=$(find . -name '*.rs' -not -path './target/*' | sed 's|^\./||' | LC_ALL=C sort | xargs awk '
  FNR == 1 { end_file(); path = FILENAME; in_test = 0 }
  {
    code = $0
    sub(/^[ \t]+/, "", code)
    depth = length($0) - length(code)
    if (code == "" || code ~ /^\/\//) next
    all++
    if (in_test) {
      tests++
      if (code ~ /^#\[path = "/) { elsewhere = code; gsub(/^#\[path = "|"\]$/, "", elsewhere) }
      if (depth == of && code ~ /^(pub(\([a-z]+\))? )?mod [a-z0-9_]+;$/) {
        name = code; sub(/.*mod /, "", name); sub(/;$/, "", name)
        folder = path; sub(/[^\/]*$/, "", folder)
        stem = path; sub(/.*\//, "", stem); sub(/\.rs$/, "", stem)
        if (elsewhere != "") print "test", folder elsewhere
        if (stem !~ /^(lib|main|mod)$/) folder = folder stem "/"
        elsewhere = ""
        print "test", folder name ".rs"
        print "test", folder name "/"
      }
      if (depth == of && (code == "}" || code ~ /[;,]$/)) in_test = 0
    } else if (code == "#[cfg(test)]") { tests++; in_test = 1; of = depth }
  }
  function end_file() { if (path != "") print "file", path, all + 0, tests + 0; all = tests = 0 }
  END { end_file() }')

awk -v others="$others" '
  $1 == "test" { is_test[$2] = 1 }
  $1 == "file" { paths[++files] = $2; all[$2] = $3; tests[$2] = $4 }
  END {
    for (at = 1; at <= files; at++) {
      path = paths[at]; split(path, part, "/")
      product = all[path] - tests[path]
      if (path in is_test) product = 0
      for (folder in is_test) if (folder ~ /\/$/ && index(path, folder) == 1) product = 0
      if (path !~ /^crates\/[^\/]*\/src\// || part[2] ~ "^(" others ")$") product = 0
      else crates[part[2]] += product
      sum += product; rest += all[path] - product
    }
    for (name in crates) printf "%7d  %s\n", crates[name], name | "sort -rn"
    close("sort -rn")
    printf "%7d  product code\n%7d  other Rust: tests, tools\n", sum, rest
  }' <<<"$counted"
