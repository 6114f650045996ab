import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LookImport } from "#look/look-file/import-look.ts";
import { ownFontAddress } from "#look/typefaces/own-font.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, WebClient } from "./support/servers/web-client.ts";

let one: FurrowServer;
let other: FurrowServer;
beforeAll(async () => {
  one = await startFurrow();
  other = await startFurrow();
  // The same content, with the ids that pages name.
  const content = await (await adminOf(one)).see("/api/content/export");
  await send(other, "/content/import", content.text, "application/x-ndjson");
});
afterAll(() => Promise.all([one.stop(), other.stop()]));

const pages = ["/", "/pricing", "/service", "/contact", "/seo-check"];

/** What visitors get, without the address of the server. */
async function pagesOf({ url }: FurrowServer): Promise<readonly string[]> {
  const visitor = new WebClient(url);
  const seen = await Promise.all(pages.map((path) => visitor.see(path)));
  return seen.map(({ text }) => text.replaceAll(url, ""));
}

/** Imports the file of a look and publishes the draft that it becomes. */
async function wear(site: FurrowServer, file: string): Promise<void> {
  const answer = await send(site, "/look-file", file, "application/json");
  const { _id, notices } = (await answer.json()) as LookImport;
  expect(notices).toEqual([]);
  const admin = await adminOf(site);
  await admin.call("POST", `/content/look/${_id}/publish`, {});
}

async function send(site: FurrowServer, path: string, body: string, type: string) {
  const { cookie } = await adminOf(site);
  const headers = { cookie, origin: site.url, "content-type": type };
  const answer = await fetch(`${site.url}/api${path}`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

test("a look that goes to another site as a file gives the same pages, byte for byte", async () => {
  const font = readFileSync(new URL("../src/app/ui/fonts/archivo/archivo.woff2", import.meta.url));
  const hash = createHash("sha256").update(font).digest("hex");
  const address = ownFontAddress(hash.slice(0, 16));
  const look = {
    design: "Print",
    ground: "#fdf6e9",
    brand: "#7a1f3d",
    darkBrand: "#f0b6c8",
    headingFont: "Uploaded",
    ownHeadingFont: address,
    textFont: "Literata",
    scale: "Large",
    corners: "Round",
    words: "Plain",
    customCss: `@font-face { font-family: Mine; src: url(${address}) }\nh2 { font-family: Mine }`,
  };
  const fonts = [{ address, fileName: "archivo.woff2", woff2: font.toString("base64") }];
  const before = await pagesOf(one);
  expect(await pagesOf(other)).toEqual(before);

  await wear(one, JSON.stringify({ format: "furrow-look", version: 1, look, fonts }));
  const worn = await pagesOf(one);
  expect(worn[0]).toContain("#7a1f3d");
  expect(worn[0]).toContain(address);
  expect(worn[0]).toContain("font-family:Mine");
  expect(await pagesOf(other)).toEqual(before);

  const file = (await (await adminOf(one)).see("/api/look-file")).text;
  await wear(other, file);
  expect(await pagesOf(other)).toEqual(worn);
  const served = await fetch(`${other.url}${address}`);
  expect(Buffer.from(await served.arrayBuffer()).equals(font)).toBe(true);
});
