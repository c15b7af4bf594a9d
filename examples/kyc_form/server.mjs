// A form that reads an address from a bill, on Node without dependencies and Kofa's client.
//
//   (cd clients/typescript && npm ci && npx tsc)
//   KOFA_URL=… KOFA_API_KEY=… node examples/kyc_form/server.mjs [PORT]
//
// `kofa demo` prints the two values, and the path of a bill to try. What to copy from here:
//
// * what was read is a proposal: the customer confirms or corrects it, and a person looks at what
//   `requiresReview` marks;
// * a correction is sent back as feedback, so that confidence can be judged;
// * what is wrong with a document is said in the API's own words, which are for customers.

import { createServer } from "node:http";

import { ApiError, Kofa, KofaError } from "../../clients/typescript/dist/index.js";

const BYTES_MAX = 5 * 1024 * 1024;
const FIELDS = {
  street: "Street",
  city: "Town or city",
  lga: "Local government area",
  state: "State",
};
const kofa = new Kofa({ apiKey: process.env.KOFA_API_KEY, baseUrl: process.env.KOFA_URL });

const text = (value) =>
  String(value).replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

const page = (title, content) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${text(title)}</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto }
  main { padding: 0 1rem }
  label { display: block; margin-top: 1rem }
  input { font: inherit; width: 100%; padding: .4rem; box-sizing: border-box }
  button { font: inherit; margin-top: 1.5rem; padding: .5rem 1.5rem } .fault { color: #b00020 }
</style><main><h1>${text(title)}</h1>${content}</main></html>`;

const upload = (fault = "") => page("Proof of address", `
<p>Send a utility bill or bank statement of the last three months, as PDF, JPEG, PNG or TIFF of up to
5 MB.</p>
${fault && `<p class="fault" role="alert">${text(fault)}</p>`}
<form method="post" action="/read" enctype="multipart/form-data">
<label>Document<input type="file" name="file" accept=".pdf,image/*" required></label>
<label>Your full name<input name="name" autocomplete="name" required></label>
<button>Read my address</button></form>`);

function confirm({ data, requestId }) {
  const seen = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, data[name]]));
  const inputs = Object.entries(FIELDS).map(([name, label]) =>
    `<label>${label}<input name="${name}" value="${text(data[name])}"></label>`);
  const review = data.requiresReview ? "<p>A person will look at this document, too.</p>" : "";
  const said = text(data.fullAddress || "no address");
  return page("Is this your address?", `<p>We read: <strong>${said}</strong></p>${review}
<form method="post" action="/confirm">
<input type="hidden" name="request" value="${text(requestId)}">
<input type="hidden" name="read" value="${text(JSON.stringify(seen))}">
${inputs.join("")}<button>Yes, this is right</button></form>`);
}

/** The form that a browser sent. */
async function formOf(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > BYTES_MAX + 4096) throw new RangeError("The document is larger than 5 MB.");
    parts.push(part);
  }
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  return new Response(Buffer.concat(parts), { headers }).formData();
}

async function read(form) {
  const file = form.get("file");
  if (!(file instanceof Blob) || file.size === 0) return [422, upload("Choose a document.")];
  const content = new Uint8Array(await file.arrayBuffer());
  const expectedName = String(form.get("name") ?? "").trim() || undefined;
  const answer = await kofa.proofOfAddress.extractAddress({
    file: { name: file.name, content }, hallucination: { state: true, lga: true }, expectedName,
  });
  return [200, confirm(answer)];
}

async function confirmed(form) {
  const given = Object.keys(FIELDS).map((name) => [name, String(form.get(name) ?? "").trim()]);
  const seen = JSON.parse(String(form.get("read") ?? "{}"));
  const corrected = given.filter(([name, value]) => value !== seen[name]);
  const feedback = corrected.length ? Object.fromEntries(corrected) : { correct: true };
  await kofa.proofOfAddress.sendExtractionFeedback(String(form.get("request")), feedback);
  const address = given.map(([, value]) => value).filter(Boolean).join(", ");
  return [200, page("Thank you", `<p>Your address: ${text(address)}</p>`)];
}

async function answer(request) {
  const { pathname } = new URL(request.url, "http://here");
  if (request.method === "GET" && pathname === "/") return [200, upload()];
  const work = { "/read": read, "/confirm": confirmed }[pathname];
  if (request.method !== "POST" || !work) {
    return [404, page("Not found", '<p><a href="/">Start</a></p>')];
  }
  try {
    return await work(await formOf(request));
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) {
      return [422, upload(error.faults[0]?.message ?? error.message)];
    }
    if (error instanceof KofaError) {
      // The customer is not told why; whoever runs the form is.
      console.error(error.code, error.requestId);
      return [503, upload("Documents cannot be read now. Try again in a minute.")];
    }
    const isLarge = error instanceof RangeError;
    return [400, upload(isLarge ? error.message : "The form could not be read.")];
  }
}

const port = Number(process.argv[2] ?? 8001);
createServer(async (request, response) => {
  const [status, body] = await answer(request);
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", connection: "close" });
  response.end(body);
}).listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/`));
