import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import {
  addOwnPages,
  firstRecord,
  orderBy,
  publishChange,
  type Viewers,
  viewersOf,
} from "./support/servers/web-client.ts";

let furrow: FurrowServer;
let viewers: Viewers;
beforeAll(async () => {
  furrow = await startFurrow();
  viewers = await viewersOf(furrow);
  await addOwnPages(viewers.admin);
});
afterAll(() => furrow.stop());

const publish = (customCss: string) =>
  publishChange(viewers.admin, blocks.look as Block, { customCss });
const stylesIn = (html: string) =>
  [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css);
const rule = ":is(.site-frame,.site-frame *){letter-spacing:1.7px;}";

const ownPage = blocks.pages.example?.pageAddress ?? "";
const publicPages =
  `/ /service /pricing /contact /privacy /terms /articles /seo-check /sample-month /thanks ${ownPage} /nowhere/at-all`.split(
    " ",
  );
const ownPages = ["/login", "/register", "/reset", "/dashboard", "/my-order", "/account"];

test("public pages end with the owner's rules, allowed by their hash, and no other page has them", async () => {
  const { visitor, customer, admin } = viewers;
  expect(stylesIn((await visitor.see("/")).text).at(-1)).not.toContain("letter-spacing:1.7px");
  await publish("<style>\nh1 { letter-spacing: 1.7px }\n</style>");
  expect((await firstRecord(admin, blocks.look as Block)).customCss).toBe(
    "h1 { letter-spacing: 1.7px }",
  );
  for (const viewer of [visitor, customer, admin]) {
    for (const path of publicPages) {
      const { text, headers } = await viewer.see(path);
      const last = stylesIn(text).at(-1) ?? "";
      expect([path, last]).toEqual([path, expect.stringContaining(`h1${rule}`)]);
      const hash = createHash("sha256").update(last).digest("base64");
      expect(headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
    }
  }
  const order = await orderBy(customer);
  const payment = [`/my-order/${order}`, `/pay-now/${order}`];
  for (const path of [...ownPages, ...payment]) {
    const { text, status } = await customer.see(path);
    expect([path, text.includes("letter-spacing:1.7px"), status < 400]).toEqual([
      path,
      false,
      true,
    ]);
  }
  for (const path of ["/admin", "/edit-look"]) {
    expect((await admin.see(path)).text).not.toContain(rule);
  }
});

test("the bar of the owner's view is outside of what the rules can change", async () => {
  const { text } = await viewers.admin.see("/");
  const bar = text.indexOf('class="admin-bar"');
  expect(bar).toBeGreaterThan(0);
  expect(bar).toBeLessThan(text.indexOf('class="site-frame"'));
  expect(text.indexOf('class="skip-link"')).toBeLessThan(bar);
});

test("a fault is refused with its line, and leaves the published rules", async () => {
  await publish("h1 { letter-spacing: 1.7px }");
  await expect(publish("h1 {\n  color: red\n  top: 0;\n}")).rejects.toThrow(
    "Custom CSS needs a ; after the value of color in line 2, column 3.",
  );
  const { _id: id } = await firstRecord(viewers.admin, blocks.look as Block);
  // A draft may be unfinished.
  await viewers.admin.call("PUT", `/content/look/${id}/draft`, { values: { customCss: "h1 {" } });
  for (const path of [`/content/look/${id}/publish`, "/content/publish-all"]) {
    await expect(viewers.admin.call("POST", path, {})).rejects.toThrow("is never closed");
  }
  expect((await viewers.visitor.see("/")).text).toContain(rule);
  await viewers.admin.call("DELETE", `/content/look/${id}/draft`);
});

test("pages leave out a stored text that a later version refuses", async () => {
  await publish("h1 { letter-spacing: 1.7px }");
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  database
    .prepare(
      "update content_records set field_values = json_set(field_values, '$.customCss', ?) where block = 'look'",
    )
    .run("h1 { letter-spacing: 1.7px } @import 'x';");
  database.close();
  await publishChange(viewers.admin, blocks.banner as Block, {
    bannerHeading: "Sown after the fault",
  });
  const { status, text } = await viewers.visitor.see("/");
  expect([status, text.includes("Sown after the fault")]).toEqual([200, true]);
  expect(text).not.toContain("letter-spacing:1.7px");
});
