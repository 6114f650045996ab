import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { olga } from "../../../tests/support/content.ts";
import { openSite, type TestSite } from "../../../tests/support/servers/site.ts";
import { addOwnFont } from "../typefaces/own-font.server.ts";
import type { LookImport } from "./import-look.ts";

type Look = Readonly<Record<string, string>>;
interface File {
  format: string;
  version: number;
  look: Look;
  fonts: { address: string; fileName: string; woff2: string }[];
}

let from: TestSite;
let to: TestSite;
beforeAll(async () => {
  [from, to] = await Promise.all([openSite(), openSite()]);
});
afterAll(() => Promise.all([from.close(), to.close()]));

const woff2 = new Uint8Array(
  readFileSync(new URL("../../app/ui/fonts/archivo/archivo.woff2", import.meta.url)),
);

async function publishLook(site: TestSite, change: Look): Promise<void> {
  const admin = await site.admin();
  const [{ _id, ...values } = {}] = (await (await admin.call("GET", "/api/look")).json()) as Look[];
  const answer = await admin.call("PUT", `/api/update-look/${_id}`, { ...values, ...change });
  if (!answer.ok) throw new Error(await answer.text());
}

async function exported(site: TestSite, query = ""): Promise<string> {
  return (await (await site.admin()).call("GET", `/api/look-file${query}`)).text();
}

async function send(site: TestSite, file: string | object): Promise<Response> {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  const type = { "content-type": "application/json" };
  return (await site.admin()).sendBytes(
    "POST",
    "/api/look-file",
    new TextEncoder().encode(text),
    type,
  );
}

async function imported(site: TestSite, file: string | object): Promise<LookImport> {
  const answer = await send(site, file);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function refusal(file: string | object): Promise<string> {
  const answer = await send(to, file);
  expect(answer.status).toBe(400);
  return ((await answer.json()) as { detail: string }).detail;
}

interface Editable {
  readonly _id: string;
  readonly revision: number;
  readonly values: Look;
  readonly published: Look | null;
  readonly draft: { readonly fields: readonly string[] } | null;
}

async function lookOn(site: TestSite): Promise<Editable> {
  const answer = await (await site.admin()).call("GET", "/api/content/look");
  const [record] = (await answer.json()) as Editable[];
  if (record === undefined) throw new Error("The site has no look.");
  return record;
}

test("a look goes from one site to another as a draft, with its fonts, and the same file again changes nothing", async () => {
  const { address } = await addOwnFont(from.services, olga, woff2, "Archivo.woff2");
  const change = {
    design: "Studio",
    brand: "#1a4d8f",
    darkInk: "#fafafa",
    headingFont: "Uploaded",
    ownHeadingFont: address,
    scale: "Large",
    words: "Plain",
    customCss: "h1 {\n  letter-spacing: 1px\n}",
  };
  await publishLook(from, change);
  const file = await exported(from);
  expect(JSON.parse(file)).toMatchObject({ format: "furrow-look", version: 1, look: change });
  const before = await lookOn(to);
  const first = await imported(to, file);
  expect(first).toMatchObject({ _id: before._id, notices: [] });
  expect(first.changed).toEqual(
    expect.arrayContaining(["Design", "Brand", "Text, dark", "Own font of headings", "Words"]),
  );
  expect(first.changed).toHaveLength(Object.keys(change).length);
  const after = await lookOn(to);
  expect(after.published).toEqual(before.published);
  expect(after.values).toEqual((await lookOn(from)).values);
  expect(await imported(to, file)).toEqual({ ...first, changed: [] });
  expect((await lookOn(to)).revision).toBe(after.revision);
  expect(await exported(to, "?draft")).toBe(file);
  expect(await exported(to)).not.toBe(file);
});

test("the file is named after the business and the day", async () => {
  const answer = await (await from.admin()).call("GET", "/api/look-file");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="[a-z0-9-]+-look-\d{4}-\d\d-\d\d\.json"$/,
  );
});

test("what a newer file says and this version does not know is named, and the rest is taken", async () => {
  const file: File = JSON.parse(await exported(from));
  const newer = { ...file, version: 2, glow: 1, look: { ...file.look, grain: "Fine" } };
  expect((await imported(to, newer)).notices).toEqual([
    "The file is from a newer version of Furrow.",
    "This version of Furrow does not know “grain” of the file, so it is left out.",
    "This version of Furrow does not know “glow” of the file, so it is left out.",
  ]);
});

test("a field that the file does not name gets its first value", async () => {
  await imported(to, await exported(from));
  const { changed } = await imported(to, {
    format: "furrow-look",
    version: 1,
    look: { design: "Print" },
  });
  expect(changed).toContain("Brand");
  expect((await lookOn(to)).values).toMatchObject({ design: "Print", brand: "", customCss: "" });
});

test("a font that is nowhere is taken out of the look, and said", async () => {
  const file: File = JSON.parse(await exported(from));
  const ownTextFont = "/fonts/0123456789abcdef.woff2";
  const { notices } = await imported(to, {
    ...file,
    look: { ...file.look, textFont: "Uploaded", ownTextFont },
  });
  expect(notices).toEqual([
    `The font ${ownTextFont} is not in the file. Upload it, and choose it again.`,
  ]);
  expect((await lookOn(to)).values).toMatchObject({ textFont: "Own", ownTextFont: "" });
});

test("faults of a file are said field by field, and change nothing", async () => {
  const before = await lookOn(to);
  const file: File = JSON.parse(await exported(from));
  const look = { ...file.look, brand: "red", design: "Glass", customCss: "a{" };
  const answer = await send(to, { ...file, look });
  const { errors } = (await answer.json()) as { errors: { path: string; message: string }[] };
  expect([answer.status, errors]).toEqual([
    400,
    [
      { path: "design", message: "Design must be one of Field, Studio, Print." },
      { path: "brand", message: "Brand must be a colour such as #2f5a36." },
      {
        path: "customCss",
        message: "Custom CSS has { in line 1, column 2, which is never closed: add the missing }.",
      },
    ],
  ]);
  const [font] = file.fonts;
  const damaged = { ...file, fonts: [{ ...font, woff2: `AAAA${font?.woff2.slice(4)}` }] };
  expect(await refusal(damaged)).toContain("was changed or damaged");
  expect(await lookOn(to)).toEqual(before);
});

const notOne = "This is no file of a look. Choose one saved with “Save the look as a file”.";
const head = '"format":"furrow-look","version":1';

test.each([
  ["", notOne],
  ["[]", notOne],
  ["{}", notOne],
  ["\u0000", notOne],
  ['{"format":"furrow-look","version":"1","look":{}}', notOne],
  ["[".repeat(100_000), notOne],
  [`{${head},"look":${'{"a":'.repeat(500)}1${"}".repeat(500)}}`, notOne],
  [`{${head},"look":[]}`, "The file has no values of a look."],
  [`{${head},"look":{"design":1}}`, "The file has something else than text for “design”."],
  [`{${head},"look":{"design":"a\\u0000"}}`, "The file has something else than text for “design”."],
  [`{${head},"look":{},"fonts":{}}`, "The fonts of the file cannot be read."],
  [
    `{${head},"look":{},"fonts":[{"address":"/a","fileName":"a","woff2":"<"}]}`,
    "The fonts of the file",
  ],
])("the hostile file %.60j is refused with a sentence", async (file, sentence) => {
  expect(await refusal(file)).toContain(sentence);
});

test("names of JavaScript's own in a file are only names", async () => {
  const file = `{${head},"__proto__":{"a":"b"},"look":{"__proto__":"x","constructor":"y","toString":"z"}}`;
  expect((await imported(to, file)).notices.join(" ")).toMatch(/“constructor”.*“toString”/);
  expect(({} as Record<string, unknown>).a).toBeUndefined();
});

test("a font that is none is refused", async () => {
  const bytes = Buffer.from("no font");
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const address = `/fonts/${id}.woff2`;
  const answer = await send(to, {
    format: "furrow-look",
    version: 1,
    look: { headingFont: "Uploaded", ownHeadingFont: address },
    fonts: [{ address, fileName: "a.woff2", woff2: bytes.toString("base64") }],
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

test("a file that is too large, or of another type, is refused", async () => {
  const admin = await to.admin();
  const large = new Uint8Array(2_000_001).fill(32);
  const json = { "content-type": "application/json" };
  expect((await admin.sendBytes("POST", "/api/look-file", large, json)).status).toBe(413);
  const text = { "content-type": "text/plain" };
  expect((await admin.sendBytes("POST", "/api/look-file", new Uint8Array(2), text)).status).toBe(
    415,
  );
});
