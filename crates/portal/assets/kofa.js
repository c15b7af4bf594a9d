// Copy buttons, the filter of the error list, and the folded contents on small screens.
// Every page works without any of it.
"use strict";

for (const figure of document.querySelectorAll("figure:not(.still)")) {
  const code = figure.querySelector("pre code");
  const caption = figure.querySelector("figcaption");
  if (!code || !caption || !navigator.clipboard) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1600);
  });
  caption.append(button);
}

const filter = document.getElementById("filter");
if (filter) {
  const said = document.getElementById("filter-said");
  filter.closest("p").hidden = false;
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const section of document.querySelectorAll("[data-filter]")) {
      let here = 0;
      for (const row of section.querySelectorAll("[data-text]")) {
        const fits = words.every((word) => row.dataset.text.includes(word));
        row.hidden = !fits;
        if (fits) here += 1;
      }
      section.hidden = here === 0;
      shown += here;
    }
    said.textContent = words.length === 0 ? "" : `${shown} found`;
  });
}

const contents = document.querySelector(".side > details, .rooms > details");
if (contents && matchMedia("(max-width: 60rem)").matches) contents.open = false;

// Asks before what cannot be undone; without script the form is simply sent.
for (const form of document.querySelectorAll("form[data-ask]")) {
  form.addEventListener("submit", (event) => {
    if (!confirm(form.dataset.ask)) event.preventDefault();
  });
}

// Secrets that are shown once, and anything else with a value worth taking along.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) { button.hidden = true; continue; }
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = "Copied";
  });
}

// What goes on by itself is looked at again, as long as somebody looks.
const again = document.querySelector("[data-again]");
if (again) {
  setInterval(() => { if (!document.hidden) location.reload(); }, Number(again.dataset.again) * 1000);
}

// Faults are read out and within sight.
document.querySelector(".faults")?.focus();
