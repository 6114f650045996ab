import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import type { AnyRecord, Block } from "#content/model/define.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { photo } from "./support/pictures.ts";
import { addressShowing, asHtml, textFieldOf } from "./support/screens/shown-blocks.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import {
  firstRecord,
  logIn,
  publishChange,
  register,
  viewersOf,
  type WebClient,
} from "./support/servers/web-client.ts";

let furrow: FurrowServer;
let visitor: WebClient;
let customer: WebClient;
let admin: WebClient;
beforeAll(async () => {
  furrow = await startFurrow();
  ({ visitor, customer, admin } = await viewersOf(furrow));
  // The list of articles is there from the first article on.
  await admin.call("POST", "/add-site-article", blocks.articles.example);
});
afterAll(() => furrow.stop());

const all = [true, true, true];
const none = [false, false, false];

/** Whether a visitor, a customer and an admin get the text at their next request for the page. */
function whoReads(text: string, path: string): Promise<boolean[]> {
  const viewers = [visitor, customer, admin];
  return Promise.all(viewers.map(async (viewer) => (await viewer.see(path)).text.includes(text)));
}

const publish = (block: Block, change: Readonly<Record<string, string>>) =>
  publishChange(admin, block, change);

describe("A cached page", () => {
  const shown = (Object.entries(blocks) as [string, Block][]).flatMap(([key, block], index) => {
    const path = addressShowing(key);
    return path === undefined ? [] : [{ block, path, index, name: block.title }];
  });

  test("contains a published text of each block at the next request", async () => {
    expect(shown.length).toBeGreaterThan(25);
    for (const path of new Set(shown.map((one) => one.path))) {
      expect(await whoReads("Sown anew", path)).toEqual(none);
    }
    const texts = shown.map(({ block, path, index, name }) => {
      const field = textFieldOf(block);
      const isImage = block.fields[field]?.kind === "image";
      const text = isImage ? `/pictures/new-${index}.webp` : `Sown anew ${100 + index}`;
      return { block, path, name, text, change: { [field]: text } };
    });
    // Without a profile, the footer leaves the line of the block out.
    await publish(blocks.footerSocial, { inslink: "https://www.instagram.com/furrow" });
    for (const { block, path, name, text, change } of texts) {
      await publish(block, change);
      expect([name, ...(await whoReads(text, path))]).toEqual([name, ...all]);
    }
  });

  test("contains a new picture, a changed description and a replaced file at the next request", async () => {
    const { _id, address } = await admin.call<PictureFile>("POST", "/media", await photo(90, 60));
    await publish(blocks.banner, { imageOne: address });
    expect(await whoReads(`${address}-`, "/")).toEqual(all);
    const description = { alt: "A gate at dawn", focalX: 0.2, focalY: 0.5 };
    await admin.call("PUT", `/media-files/${_id}`, description);
    expect(await whoReads("A gate at dawn", "/")).toEqual(all);
    const other = await photo(96, 60);
    const { version } = await admin.call<PictureFile>("PUT", `/media-files/${_id}/file`, other);
    expect(await whoReads(`${address}-${version}`, "/")).toEqual(all);
  });

  test("returns 404 at the next request after its text is deleted, and 200 after the text is restored", async () => {
    const { _id } = await firstRecord(admin, blocks.terms);
    expect((await visitor.see("/terms")).status).toBe(200);
    await admin.call("DELETE", `${blocks.terms.calls[0]?.read}/${_id}`);
    expect((await visitor.see("/terms")).status).toBe(404);
    expect(await whoReads("/terms<", "/sitemap.xml")).toEqual(none);
    await admin.call("POST", `/content/trash/${_id}/restore`);
    expect((await visitor.see("/terms")).status).toBe(200);
    expect(await whoReads("/terms<", "/sitemap.xml")).toEqual(all);
  });
});

test("a login page with a return path is not served to visitors without a return path", async () => {
  const plain = await visitor.see("/login");
  expect(plain.headers.get("cache-control")).toBe("public, no-cache");
  expect((await visitor.see("/login?from=/account")).text).toContain('"/login?from=%2Faccount"');
  expect((await visitor.see("/login")).text).toBe(plain.text);
  expect([await customer.see("/login"), await admin.see("/login")]).toMatchObject([
    { status: 302 },
    { status: 302 },
  ]);
});

test("a draft is visible only to admins who preview drafts", async () => {
  const { _id } = await firstRecord(admin, blocks.banner);
  const values = { bannerHeading: "Only sketched." };
  await admin.call("PUT", `/content/${blocks.banner.name}/${_id}/draft`, { values });
  const sketching = admin.with({ cookie: "furrow-view=drafts" });
  const reads = async (viewer: WebClient, text: string) =>
    (await viewer.see("/")).text.includes(text);
  expect(await reads(sketching, "Only sketched.")).toBe(true);
  expect(await whoReads("Only sketched.", "/")).toEqual(none);
  const curious = customer.with({ cookie: "furrow-view=drafts" });
  expect(await reads(curious, "Only sketched.")).toBe(false);
  const editing = admin.with({ cookie: "furrow-view=editing" });
  const link = `?back=${encodeURIComponent("/#banner")}"`;
  expect(await reads(editing, link)).toBe(true);
  expect(await whoReads(link, "/")).toEqual(none);
});

test("a role or a session that begins or ends takes effect at the next request", async () => {
  const email = "bea@example.com";
  let bea = await register(furrow.url, email);
  const sees = async () => {
    const { text } = await bea.see("/");
    return ["/admin", "/dashboard", "/login"].filter((path) => text.includes(`href="${path}"`));
  };
  expect(await sees()).toEqual(["/dashboard"]);
  confirmAddress(email);
  const record = { userEmail: email, userRole: "Admin" };
  const { _id } = await admin.call<AnyRecord>("POST", "/add-user", record);
  expect(await sees()).toEqual(["/admin"]);
  await bea.call("POST", "/auth/sign-out");
  expect(await sees()).toEqual(["/login"]);
  bea = await logIn(furrow.url, email);
  expect(await sees()).toEqual(["/admin"]);
  // The end of a role also ends the sessions of the person.
  await admin.call("DELETE", `/users/${_id}`);
  expect(await sees()).toEqual(["/login"]);
});

test("two customers get the same bytes of a public page, without personal data", async () => {
  const names = ["carl@example.com", "dora@example.com"];
  const [carl, dora] = await Promise.all(names.map((email) => register(furrow.url, email)));
  for (const path of ["/", "/contact", "/pricing", "/subscribe", "/thanks"]) {
    const page = await carl?.see(path);
    const other = await dora?.see(path);
    expect([page?.status, other?.text === page?.text]).toEqual([200, true]);
    expect(page?.headers.get("cache-control")).toBe("private, no-cache");
    expect(/@example\.com|nonce/.test(page?.text ?? "")).toBe(false);
    expect((await visitor.see(path)).headers.get("cache-control")).toBe("public, no-cache");
  }
  expect(await whoReads(furrow.adminEmail, "/contact")).toEqual(none);
});

test("the content security policy of a cached page allows its style sheets by their hashes", async () => {
  const { headers, text } = await visitor.see("/");
  expect(text.startsWith('<!DOCTYPE html><html lang="en"')).toBe(true);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).not.toMatch(/nonce|unsafe/);
  const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
  expect(styles.length).toBeGreaterThan(5);
  const hashes = styles.map((style) => createHash("sha256").update(style).digest("base64"));
  const sources = hashes.map((hash) => `'sha256-${hash}'`).join(" ");
  expect(policy).toContain(`style-src 'self' ${sources};`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
});

test("a rejected form is not cached", async () => {
  const typed = "Three words only";
  const sent = await fetch(`${furrow.url}/contact`, {
    method: "POST",
    headers: { origin: furrow.url },
    body: new URLSearchParams({ message: typed }),
  });
  expect([sent.status, await sent.text()]).toEqual([400, expect.stringContaining(asHtml(typed))]);
  expect(await whoReads(typed, "/contact")).toEqual(none);
});

function confirmAddress(email: string): void {
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  database.prepare('update "user" set "emailVerified" = 1 where email = ?').run(email);
  database.close();
}
