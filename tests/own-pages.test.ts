import { afterAll, beforeAll, expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import { originalKind, type Section, sectionsText } from "#content/sections/section.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { publishChange, viewersOf, type WebClient } from "./support/servers/web-client.ts";

let furrow: FurrowServer;
let visitor: WebClient;
let admin: WebClient;
beforeAll(async () => {
  furrow = await startFurrow();
  ({ visitor, admin } = await viewersOf(furrow));
});
afterAll(() => furrow.stop());

const heading = (id: string, text: string, isHidden?: true): Section => ({
  id,
  kind: "pageHeading",
  ...(isHidden && { isHidden }),
  values: { look: "Green band", heading: text },
});

const page = (pageAddress: string, sections: readonly Section[], more: object = {}) => ({
  ...blocks.pages.example,
  pageAddress,
  sections: sectionsText(sections),
  ...more,
});

test("a page that the owner adds is at its address from the next request on, without hidden sections", async () => {
  expect((await visitor.see("/leeds")).status).toBe(404);
  const added = await admin.call<{ _id: string }>(
    "POST",
    "/add-site-page",
    page("/leeds/", [heading("top", "Leeds"), heading("later", "Nobody sees this", true)]),
  );
  for (let times = 0; times < 3; times++) {
    for (const path of ["/leeds", "/leeds/", "/LEEDS", "/leeds?utm=x"]) {
      const { status, text } = await visitor.see(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toMatch(/<h1[^>]*>Leeds<\/h1>/);
      expect(text).not.toContain("Nobody sees this");
      expect(text).not.toMatch(/<script(?! type="(application\/ld\+json|speculationrules)")/);
      expect(text).toContain(`<link rel="canonical" href="${furrow.url}/leeds/"/>`);
    }
  }
  await admin.call("PUT", `/site-pages/${added._id}`, page("/york", [heading("top", "York")]));
  const moved = await visitor.see("/leeds/?utm=x");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/york?utm=x"]);
  await admin.call("PUT", `/site-pages/${added._id}`, page("/hull", [heading("top", "Hull")]));
  expect((await visitor.see("/leeds")).headers.get("location")).toBe("/hull");
  expect((await visitor.see("/york")).headers.get("location")).toBe("/hull");
  await admin.call("DELETE", `/site-pages/${added._id}`);
  expect((await visitor.see("/hull")).status).toBe(404);
  expect((await visitor.see("/leeds")).status).toBe(410);
});

test("the landing page leaves out hidden sections, also in its menu, and gets its original sections back byte for byte", async () => {
  const { text: before } = await visitor.see("/");
  const originals = ["banner", "service", "pricing", "testimonial"].map((id) => ({
    id,
    kind: originalKind,
    values: {},
  }));
  const [banner, , pricing, testimonial] = originals;
  const sections = [pricing, banner, { ...testimonial, isHidden: true }, heading("more", "More")];
  await publishChange(admin, blocks.listingHome, { pageSections: JSON.stringify(sections) });
  const { text } = await visitor.see("/");
  expect([...text.matchAll(/<(?:section|header)[^>]* id="([\w-]+)"/g)].map(([, id]) => id)).toEqual(
    ["pricing", "banner", "more"],
  );
  expect(text).toContain('href="/#pricing"');
  expect(text).not.toContain("#testimonial");
  expect(text).not.toContain('href="/#service"');
  await publishChange(admin, blocks.listingHome, { pageSections: "" });
  expect((await visitor.see("/")).text).toBe(before);
});

test("a page without its heading gets another h1", async () => {
  const list = (ids: readonly string[]) =>
    JSON.stringify(ids.map((id) => ({ id, kind: originalKind, values: {} })));
  for (const [sections, title] of [
    [list(["service", "pricing"]), blocks.serviceHeading.seed[0]?.serviceHeading],
    [list(["seo-check"]), blocks.seoCheck.seed[0]?.checkHeading],
    [JSON.stringify([heading("top", "A new title")]), "A new title"],
    [JSON.stringify([{ id: "x", kind: "unknown", values: {} }]), "Furrow · SEO"],
  ] as const) {
    await publishChange(admin, blocks.listingHome, { pageSections: sections });
    const { text } = await visitor.see("/");
    const levels = [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
    expect(levels.filter((level, nth) => level > (levels[nth - 1] ?? 0) + 1)).toEqual([]);
    const titles = [...text.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)];
    expect(titles.map(([, text]) => text)).toHaveLength(1);
    expect(titles[0]?.[1]).toContain(title);
  }
  await publishChange(admin, blocks.listingHome, { pageSections: "" });
});
