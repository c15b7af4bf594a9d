// Light or dark as the reader chose it, before anything is drawn.
"use strict";
try {
  const theme = localStorage.getItem("kofa-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch { /* not allowed */ }
