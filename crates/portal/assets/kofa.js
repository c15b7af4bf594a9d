// Copy buttons, the filter of the error list, and the folded contents on small screens.
// Every page works without any of it.
"use strict";

// Of the page, and of what is fetched into it.
const addCopy = (root) => {
  for (const figure of root.querySelectorAll("figure:not(.still)")) {
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
  // Secrets that are shown once, and anything else with a value worth taking along.
  for (const button of root.querySelectorAll("button[data-copy]")) {
    if (!navigator.clipboard) { button.hidden = true; continue; }
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = "Copied";
    });
  }
};
addCopy(document);

const filter = document.getElementById("filter");
if (filter) {
  const said = document.getElementById("filter-said");
  filter.closest("p").hidden = false;
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const section of document.querySelectorAll("[data-filter]")) {
      let here = 0;
      const status = section.querySelector(".status").textContent;
      for (const row of section.querySelectorAll("dl > div")) {
        const text = `${status} ${row.textContent}`.toLowerCase();
        const fits = words.every((word) => text.includes(word));
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

// What a reader folds away stays folded in this browser.
for (const part of document.querySelectorAll("details[data-keep]")) {
  const name = `kofa-folded-${part.dataset.keep}`;
  try { if (localStorage.getItem(name)) part.open = false; } catch { /* not allowed */ }
  part.addEventListener("toggle", () => {
    try {
      if (part.open) localStorage.removeItem(name); else localStorage.setItem(name, "yes");
    } catch { /* not allowed */ }
  });
}

const element = (tag, attributes, ...inside) => {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

// Asks before what cannot be undone or touches Live: one dialog for all forms with data-ask, with
// a word to type where data-word has one. Where the server insists, it asks with a page of its own
// if there is no script.
const question = (form, submitter) => {
  const { ask, word } = form.dataset;
  const name = submitter?.textContent.trim() || "Confirm";
  const dialog = document.createElement("dialog");
  dialog.className = "ask";
  dialog.setAttribute("aria-labelledby", "ask-title");
  dialog.setAttribute("aria-describedby", "ask-text");
  dialog.append(element("form", { method: "dialog" },
    element("h2", { id: "ask-title" }),
    element("p", { id: "ask-text" }),
    element("div", { class: "field" },
      element("label", { for: "ask-word" }),
      element("input", { id: "ask-word", type: "text", autocomplete: "off",
        autocapitalize: "none", spellcheck: "false" })),
    element("div", { class: "actions" },
      element("button", { class: "button", value: "yes" }),
      element("button", { class: "button plain", value: "no", type: "button" }, "Cancel"))));
  const [yes, no] = dialog.querySelectorAll("button");
  const typed = dialog.querySelector("input");
  dialog.querySelector("h2").textContent = form.dataset.title || `${name}?`;
  dialog.querySelector("p").textContent = ask;
  yes.textContent = name;
  yes.classList.toggle("danger", submitter?.classList.contains("danger") ?? false);
  if (word) {
    dialog.querySelector("label").textContent = `Type ${word} to confirm`;
    const check = () => { yes.disabled = typed.value.trim() !== word; };
    typed.addEventListener("input", check);
    check();
  } else {
    dialog.querySelector(".field").remove();
  }
  no.addEventListener("click", () => dialog.close("no"));
  dialog.addEventListener("close", () => {
    dialog.remove();
    submitter?.focus();
    if (dialog.returnValue !== "yes") return;
    const sure = document.createElement("input");
    Object.assign(sure, { type: "hidden", name: "confirm", value: word || "yes" });
    form.append(sure);
    form.dataset.asked = "yes";
    form.requestSubmit(submitter);
    delete form.dataset.asked;
    sure.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  (word ? typed : no).focus();
};
for (const form of document.querySelectorAll("form[data-ask]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.asked) return;
    event.preventDefault();
    question(form, event.submitter);
  });
}

// What a change says shows where the reader is, and goes by itself; the page stays where it was
// when the form was sent.
const PLACE = "kofa-place";
document.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  try { sessionStorage.setItem(PLACE, `${location.pathname} ${scrollY}`); } catch { /* full */ }
});
const said = document.querySelector("main > .said");
if (said) {
  const TOLD_MS = said.matches("form") ? 20000 : 8000;
  said.classList.add("toast");
  let place = "";
  try {
    place = sessionStorage.getItem(PLACE) ?? "";
    sessionStorage.removeItem(PLACE);
  } catch { /* not allowed */ }
  const [path, height] = place.split(" ");
  if (path === location.pathname) scrollTo(0, Number(height));
  let timer;
  const stay = () => clearTimeout(timer);
  const leave = () => {
    stay();
    timer = setTimeout(() => { said.hidden = true; }, TOLD_MS);
  };
  leave();
  for (const name of ["pointerenter", "focusin"]) said.addEventListener(name, stay);
  for (const name of ["pointerleave", "focusout"]) said.addEventListener(name, leave);
}

// Passkeys: the browser answers what the page asks, and the answer is sent as a form.
const fromText = (text) => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
};
const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const PASSKEY_SAYS = {
  InvalidStateError: "You already have a passkey on this device.",
  NotSupportedError: "This device does not support passkeys.",
  NotAllowedError: "No passkey was used. You cancelled, waited too long, or have none here.",
};
async function passkeyAnswer({ passkey, party, challenge, credentials, user, email }) {
  const ids = credentials.split(" ").filter(Boolean);
  const known = ids.map((id) => ({ type: "public-key", id: fromText(id) }));
  const asked = { challenge: fromText(challenge), timeout: 120000 };
  if (passkey === "create") {
    const { response } = await navigator.credentials.create({ publicKey: {
      ...asked,
      rp: { id: party, name: "Kofa" },
      user: { id: fromText(user), name: email, displayName: email },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: {
        residentKey: "required", requireResidentKey: true, userVerification: "required",
      },
      excludeCredentials: known,
    } });
    return {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
    };
  }
  const { rawId, response } = await navigator.credentials.get({ publicKey: {
    ...asked, rpId: party, allowCredentials: known, userVerification: "required",
  } });
  return {
    id: toText(rawId),
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: response.userHandle ? toText(response.userHandle) : undefined,
  };
}
for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential) break;
  const said = form.querySelector("[data-said]");
  const field = form.elements.passkey;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (field.value) return;
    event.preventDefault();
    said.textContent = "";
    const { party } = form.dataset;
    if (location.hostname !== party) {
      said.textContent = `Passkeys work under the name ${party}: open this page there.`;
      return;
    }
    try {
      field.value = JSON.stringify(await passkeyAnswer(form.dataset));
      form.requestSubmit();
      field.value = "";
    } catch (error) {
      said.textContent = PASSKEY_SAYS[error.name] ?? "The passkey could not be used.";
    }
  });
}

// A document beside its fields: the picture that the reader chooses stays in this browser.
const showPicture = (file) => {
  const paper = document.querySelector(".paper");
  const said = document.querySelector("[data-picture-said]");
  if (!paper || !file) return;
  const isPicture = file.type.startsWith("image/");
  said.hidden = isPicture;
  said.textContent = isPicture ? "" : "Only pictures can be shown, and this file is none.";
  if (!isPicture) return;
  const image = paper.querySelector("img") ?? document.createElement("img");
  URL.revokeObjectURL(image.src);
  image.alt = "The document that you chose";
  const rotate = document.querySelector("[data-rotate]");
  image.addEventListener("error", () => {
    image.remove();
    rotate.hidden = true;
    said.hidden = false;
    said.textContent = "This browser cannot show the file.";
  }, { once: true });
  image.src = URL.createObjectURL(file);
  const drawing = paper.querySelector("svg");
  drawing.setAttribute("preserveAspectRatio", "none");
  paper.prepend(image);
  // Fields stand where they are on the upright page.
  rotate.hidden = false;
  rotate.firstChild.onclick = () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalHeight, image.naturalWidth];
    const context = canvas.getContext("2d");
    context.translate(canvas.width, 0);
    context.rotate(Math.PI / 2);
    context.drawImage(image, 0, 0);
    canvas.toBlob((blob) => {
      URL.revokeObjectURL(image.src);
      image.src = URL.createObjectURL(blob);
    }, file.type);
  };
};
const choosePicture = () => {
  const choice = document.querySelector("[data-picture]");
  if (!choice || !document.querySelector(".paper")) return;
  choice.hidden = false;
  const field = choice.querySelector("input");
  field.addEventListener("change", () => showPicture(field.files[0]));
};
choosePicture();

// A document that is sent from here is shown with what was read: the page that answers takes the
// place of this one, and the picture is still at hand.
const extracting = () => {
  const form = document.querySelector("form[data-extract]");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = "yes";
    event.submitter?.setAttribute("aria-busy", "true");
    const file = form.elements.file.files[0];
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.querySelector("main").replaceWith(made.querySelector("main"));
      document.title = made.title;
      if (answer.redirected) history.replaceState(null, "", answer.url);
      scrollTo(0, 0);
      document.getElementById("main").focus();
      choosePicture();
      showPicture(file);
      extracting();
    } catch {
      const said = form.querySelector("[data-said]");
      said.hidden = false;
      said.textContent = "The document could not be sent. Try again.";
      delete form.dataset.sent;
      event.submitter?.removeAttribute("aria-busy");
    }
  });
};
extracting();

// A form is sent once, however often its button is pressed; coming back to the page frees it.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
  event.submitter?.setAttribute("aria-busy", "true");
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  }
});

// What goes on by itself is looked at again, as long as somebody looks and fills nothing in.
const again = document.querySelector("[data-again]");
if (again) {
  setInterval(() => {
    const busy = document.hidden || document.activeElement?.closest("form");
    if (!busy) location.reload();
  }, Number(again.dataset.again) * 1000);
}

// Faults are read out and within sight.
document.querySelector(".faults")?.focus();

// The request log as it comes: new lines on top, as the server made them.
const live = document.getElementById("live");
if (live && "EventSource" in window) {
  const LINES_MAX = 300;
  const scroll = document.getElementById("calls");
  const said = document.getElementById("live-said");
  const body = scroll.querySelector("tbody");
  let source = null;
  const say = (text) => { said.hidden = !text; said.textContent = text; };
  const show = (event) => {
    const rows = `<table><tbody>${event.data}</tbody></table>`;
    const made = new DOMParser().parseFromString(rows, "text/html");
    const lines = [...made.querySelectorAll("tr")];
    for (const line of lines) { line.classList.add("fresh"); body.prepend(line); }
    while (body.children.length > LINES_MAX) body.lastElementChild.remove();
    if (lines.length > 0) {
      scroll.hidden = false;
      document.querySelectorAll(".empty").forEach((empty) => { empty.hidden = true; });
    }
  };
  const stop = (text) => {
    source?.close();
    source = null;
    live.setAttribute("aria-pressed", "false");
    live.textContent = "Watch live";
    say(text);
  };
  live.hidden = false;
  live.addEventListener("click", () => {
    if (source) { stop(""); return; }
    live.setAttribute("aria-pressed", "true");
    live.textContent = "Pause";
    say("Connecting…");
    source = new EventSource(live.dataset.tail);
    source.addEventListener("calls", show);
    source.addEventListener("cut", (event) => {
      show(event);
      say("Live: more requests arrive than are shown here. Reload the page to see all of them.");
    });
    source.addEventListener("open", () => say("Live: new requests appear at the top."));
    source.addEventListener("error", () => {
      if (source?.readyState === EventSource.CLOSED) {
        stop("Live view ended. Reload the page.");
      } else {
        say("Live: connection lost. Reconnecting…");
      }
    });
  });
}

// Passwords that are being typed, shown on demand.
for (const button of document.querySelectorAll("button[data-show]")) {
  const field = document.getElementById(button.dataset.show);
  button.hidden = false;
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    const shown = field.type === "text";
    field.type = shown ? "password" : "text";
    button.textContent = shown ? "Show" : "Hide";
    button.setAttribute("aria-pressed", String(!shown));
  });
}

// A form that waited for a password goes on by itself; without script by its button.
document.querySelector("form[data-go]")?.requestSubmit();

// Figures: what a bar stands for is told under the pointer, under a finger and by the arrow keys.
for (const chart of document.querySelectorAll(".chart")) {
  const bars = [...chart.querySelectorAll(".bar")];
  const tip = document.createElement("div");
  tip.className = "chart-tip";
  tip.hidden = true;
  chart.append(tip);
  const show = (bar) => {
    tip.textContent = bar.getAttribute("aria-label");
    tip.hidden = false;
    const [all, slot] = [chart, bar.querySelector(".slot")].map((it) => it.getBoundingClientRect());
    const middle = slot.left + slot.width / 2 - all.left - tip.offsetWidth / 2;
    tip.style.left = `${Math.max(0, Math.min(middle, all.width - tip.offsetWidth))}px`;
  };
  const hide = () => { tip.hidden = true; };
  // A stretch of bars is chosen by drawing over them, or by Shift and the arrow keys, then Enter.
  const choice = { can: chart.hasAttribute("data-choose"), from: -1, to: -1 };
  const ends = () => [Math.min(choice.from, choice.to), Math.max(choice.from, choice.to)];
  const choose = (from, to) => {
    Object.assign(choice, { from, to });
    const [first, last] = ends();
    bars.forEach((bar, at) => bar.classList.toggle("chosen", at >= first && at <= last && from >= 0));
    if (from < 0) return;
    const when = (at) => bars[at].getAttribute("aria-label").split(": ")[0];
    tip.textContent = first === last ? when(first) : `${when(first)} to ${when(last)}`;
  };
  const open = () => {
    const [first, last] = ends().map((at) => new URL(bars[at].getAttribute("href"), location.href));
    first.searchParams.set("until", last.searchParams.get("until"));
    location.assign(first);
  };
  if (choice.can) {
    const svg = chart.querySelector(".plot");
    const under = (event) => {
      const { left, width } = svg.getBoundingClientRect();
      const at = Math.floor((event.clientX - left) / width * bars.length);
      return Math.max(0, Math.min(bars.length - 1, at));
    };
    let begun = -1;
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    svg.addEventListener("pointerdown", (event) => { if (event.button === 0) begun = under(event); });
    svg.addEventListener("pointermove", (event) => {
      if (begun < 0 || (choice.from < 0 && under(event) === begun)) return;
      svg.setPointerCapture(event.pointerId);
      show(bars[under(event)]);
      choose(begun, under(event));
    });
    svg.addEventListener("pointerup", () => {
      if (begun >= 0 && choice.from >= 0) open();
      begun = -1;
    });
    svg.addEventListener("pointercancel", () => { begun = -1; choose(-1, -1); hide(); });
  }
  bars.forEach((bar, at) => {
    const title = bar.querySelector("title");
    bar.setAttribute("aria-label", title.textContent);
    title.remove();
    let isTouched = false;
    bar.addEventListener("pointerenter", () => show(bar));
    bar.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hide(); });
    bar.addEventListener("pointerdown", (event) => {
      // The first touch tells, the second leads on.
      isTouched = event.pointerType !== "mouse" && document.activeElement !== bar;
    });
    bar.addEventListener("click", (event) => {
      if (isTouched) { event.preventDefault(); bar.focus(); }
      isTouched = false;
    });
    bar.addEventListener("focus", () => show(bar));
    bar.addEventListener("blur", hide);
    bar.addEventListener("keydown", (event) => {
      const last = bars.length - 1;
      if (event.key === "Enter" && choice.from >= 0) { event.preventDefault(); open(); return; }
      if (event.key === "Escape") choose(-1, -1);
      const places = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
      const next = bars[Math.max(0, Math.min(last, places[event.key] ?? -1))];
      if (event.key === "Escape") hide();
      if (!(event.key in places) || next === bar) return;
      event.preventDefault();
      bar.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
      if (!choice.can) return;
      if (event.shiftKey) choose(choice.from < 0 ? at : choice.from, bars.indexOf(next));
      else choose(-1, -1);
    });
  });
}

// Search from anywhere (Ctrl-K or Cmd-K): what the search pages find, while it is typed.
const seek = document.querySelector("a.seek");
if (seek) {
  const FOUND_MAX = 30;
  const pages = [...new Set([seek.getAttribute("href"), "/docs/search"])];
  const field = element("input", { type: "text", role: "combobox", "aria-label": "Search",
    "aria-controls": "palette-found", "aria-expanded": "true", "aria-autocomplete": "list",
    autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const list = element("ul", { id: "palette-found", class: "hits", role: "listbox",
    "aria-label": "Results" });
  const said = element("p", { class: "quiet", role: "status" });
  const dialog = element("dialog", { class: "palette", "aria-label": "Search" }, field, said, list);
  document.body.append(dialog);
  let [turn, at, waiting] = [0, 0, 0];
  const rows = () => [...list.children];
  const choose = (next) => {
    at = Math.max(0, Math.min(next, rows().length - 1));
    rows().forEach((row, index) => row.setAttribute("aria-selected", String(index === at)));
    rows()[at]?.scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", rows()[at]?.id ?? "");
  };
  const find = async () => {
    const mine = turn += 1;
    const query = new URLSearchParams({ q: field.value.trim() });
    const read = async (page) => {
      const answer = await fetch(`${page}?${query}`);
      // Whoever is signed out meanwhile is led to the door.
      if (answer.redirected || !answer.ok) return [];
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      return [...made.querySelectorAll("main .hits li")];
    };
    const all = await Promise.all(pages.map((page) => read(page).catch(() => [])));
    if (mine !== turn) return;
    const found = all.flat().slice(0, FOUND_MAX);
    found.forEach((row, index) => {
      row.id = `palette-${index}`;
      row.setAttribute("role", "option");
      row.querySelector("a").tabIndex = -1;
    });
    list.replaceChildren(...found);
    said.textContent = found.length === 0 ? "Nothing found." : "";
    choose(0);
  };
  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
    find();
  };
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(find, 120);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(at + 1);
    else if (event.key === "ArrowUp") choose(at - 1);
    else if (event.key === "Enter") rows()[at]?.querySelector("a").click();
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  seek.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open();
    }
  });
}

// The reader's choices, kept in this browser: theme, and in which time zone times are told.
const kept = (name) => { try { return localStorage.getItem(`kofa-${name}`) ?? ""; } catch { return ""; } };
const tell = () => {
  const zone = kept("times") === "device" ? undefined : "Africa/Lagos";
  const how = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric",
    hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23", timeZone: zone });
  for (const time of document.querySelectorAll("time[datetime]")) {
    const [told, rest] = time.textContent.match(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d(\.\d+)?$/) ?? [];
    if (told) time.textContent = how.format(new Date(time.dateTime)).replace("Sept", "Sep") + (rest ?? "");
  }
};
for (const prefs of document.querySelectorAll(".prefs")) {
  prefs.hidden = false;
  for (const select of prefs.querySelectorAll("select")) {
    const { pref } = select.dataset;
    select.value = kept(pref);
    select.addEventListener("change", () => {
      try { localStorage.setItem(`kofa-${pref}`, select.value); } catch { /* not allowed */ }
      if (pref === "theme") document.documentElement.dataset.theme = select.value;
      else tell();
    });
  }
}
if (kept("times")) tell();

// The request log: a row opens beside the list, and j, k, Enter, Esc and / do what they do in
// other lists. Where there is no room beside it, a row leads to its page.
const panel = document.getElementById("panel");
if (panel) {
  const body = document.querySelector("#calls tbody");
  const search = document.getElementById("q");
  const roomy = matchMedia("(min-width: 60rem)");
  let row = null;
  let asked = 0;
  const link = (of) => of.querySelector(".at a");
  const close = () => {
    asked += 1;
    panel.hidden = true;
    panel.parentElement.classList.remove("open");
  };
  const mark = (next) => {
    row?.removeAttribute("aria-current");
    row = next;
    row.setAttribute("aria-current", "true");
    link(row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };
  const fetchCall = async () => {
    const turn = asked += 1;
    const { href } = link(row);
    panel.hidden = false;
    panel.parentElement.classList.add("open");
    panel.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (turn !== asked) return;
      // Signed out meanwhile, or gone: its page says so.
      const found = page.querySelector(".call");
      if (!found) { location.assign(href); return; }
      panel.replaceChildren(document.adoptNode(found));
      panel.scrollTop = 0;
      addCopy(panel);
      panel.querySelector("[data-close]").addEventListener("click", () => { close(); link(row).focus(); });
    } catch {
      if (turn === asked) location.assign(href);
    } finally {
      panel.removeAttribute("aria-busy");
    }
  };
  body.addEventListener("click", (event) => {
    const of = event.target.closest("tr");
    const other = event.target.closest("a, button");
    const keys = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!of || keys || (other && other !== link(of)) || String(getSelection())) return;
    if (!roomy.matches) { if (!other) location.assign(link(of).href); return; }
    event.preventDefault();
    mark(of);
    fetchCall();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "/") { event.preventDefault(); search.focus(); search.select(); return; }
    if (event.key === "Escape" && !panel.hidden) { close(); link(row).focus(); return; }
    if (event.key !== "j" && event.key !== "k") return;
    const rows = [...body.children];
    const at = rows.indexOf(row) + (event.key === "j" ? 1 : -1);
    const next = rows[row ? at : 0];
    if (!next) return;
    mark(next);
    if (!panel.hidden) fetchCall();
  });
}
