import { beforeEach, expect, test } from "vitest";
import { demonstrationBusiness } from "#platform/business.ts";
import { olga, openContent, refusal, type TestContent } from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { exportContent } from "../archive/export-content.ts";
import { importContent } from "../archive/import-content.ts";
import { redirects } from "../blocks/redirects.ts";
import { publishAllDrafts, publishDraft } from "../drafts/publish-draft.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { restoreRevision } from "../history/restore-revision.ts";
import { restoreFromTrash } from "../history/trash.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { readSiteContent } from "../records/content-store.server.ts";
import { listFirstSteps } from "../records/first-steps.ts";
import { createRecord, deleteRecord, updateRecord } from "../records/save-block.ts";
import { readPageAddresses } from "./move-pages.server.ts";
import { findRedirect } from "./redirect-checks.server.ts";

const { listingPricing: pricing, listingService: service } = blocks;

describeOnEachDatabase("A moved page", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const valuesAt = async (block: Block, pageAddress: string) => {
    const { values } = await content.first(block);
    return { ...values, pageAddress };
  };
  const move = async (block: Block, address: string) => {
    const { _id } = await content.first(block);
    return updateRecord(content, olga, block, _id, await valuesAt(block, address));
  };
  const whereIs = async (page: "pricing" | "service") =>
    (await readPageAddresses(content.database.read)).get(page);
  const leadsTo = async (path: string) => {
    const forwarding = await findRedirect(content, path);
    return forwarding?.kind === "moved" ? forwarding.to : forwarding?.kind;
  };
  const listed = async () =>
    (await content.onSite(redirects)).map(({ oldAddress, newAddress }) => [oldAddress, newAddress]);
  const seeded = ["/services", "/service/"];
  const archive = async () => {
    return Array.fromAsync(await exportContent(content, olga));
  };
  const bring = (lines: readonly string[], dryRun = false) =>
    importContent(content, olga, bytesOf(lines), { dryRun });

  test("is reached from its default address and every former address by a single redirect", async () => {
    expect(await leadsTo("/pricing/")).toBeUndefined();
    for (const address of ["/plans/", "/prices", "/offers/"]) await move(pricing, address);
    expect(await whereIs("pricing")).toBe("/offers/");
    for (const old of ["/pricing", "/PRICING/", "/plans", "/prices/"]) {
      expect(await leadsTo(old)).toBe("/offers/");
    }
    expect(await leadsTo("/offers")).toBeUndefined();
    expect(await listed()).toEqual([seeded, ["/plans/", "/pricing/"], ["/prices", "/pricing/"]]);
  });

  test("can return to a former address, and leaves its former addresses free for other pages", async () => {
    for (const address of ["/plans", "/prices", "/plans/"]) await move(pricing, address);
    expect([await leadsTo("/plans"), await leadsTo("/prices")]).toEqual([undefined, "/plans/"]);
    await move(pricing, "");
    expect([await leadsTo("/plans"), await leadsTo("/pricing/")]).toEqual(["/pricing/", undefined]);
    await move(service, "/plans");
    expect(await leadsTo("/plans")).toBeUndefined();
    expect(await leadsTo("/service")).toBe("/plans");
    expect(await listed()).toEqual([seeded, ["/prices", "/pricing/"]]);
    await move(service, "/what-we-do");
    expect(await leadsTo("/plans")).toBe("/what-we-do");
  });

  test("keeps a redirect that the owner has made from one of its former addresses", async () => {
    const gone = { oldAddress: "/plans/", becameOf: "Gone", newAddress: "" };
    const { _id: own } = await createRecord(content, olga, redirects, gone);
    await move(pricing, "/plans");
    await restoreFromTrash(content, olga, own);
    await createRecord(content, olga, redirects, { ...gone, oldAddress: "/pricing" });
    await move(pricing, "/prices");
    expect([await leadsTo("/plans"), await leadsTo("/pricing/")]).toEqual(["gone", "gone"]);
    const records = await content.onSite(redirects);
    for (const { _id } of records) await deleteRecord(content, olga, redirects, _id);
    expect([await leadsTo("/plans"), await leadsTo("/pricing/")]).toEqual([undefined, "/prices"]);
  });

  test("is reached by redirects and links that name its default address", async () => {
    await move(service, "/what-we-do");
    expect(await leadsTo("/services")).toBe("/what-we-do");
    await move(pricing, "/plans/");
    const { _id, values } = await content.first(blocks.callToAction);
    const link = "/pricing/?from=home#faq";
    await updateRecord(content, olga, blocks.callToAction, _id, { ...values, buttonLink: link });
    const site = await readSiteContent(content.database.read);
    expect(site.callToAction?.buttonLink).toBe("/plans/?from=home#faq");
    expect((await content.first(blocks.callToAction)).values.buttonLink).toBe(link);
  });

  test('is linked at its present address in the card "First steps" of the panel', async () => {
    await move(blocks.listingPrivacy, "/legal/privacy");
    const steps = await listFirstSteps(content, olga, {
      hasSentMail: false,
      takesMoney: false,
      business: demonstrationBusiness,
    });
    expect(steps.find(({ name }) => name === "legal")?.path).toBe("/legal/privacy");
  });

  test("moves when its new address is published, restored or deleted, but not when it is saved as a draft", async () => {
    const { _id } = await content.first(pricing);
    const past = (await content.first(pricing)).revision;
    const draft = (address: string) =>
      saveDraft(content, olga, pricing, _id, { values: { pageAddress: address } });
    await draft("/one");
    expect(await whereIs("pricing")).toBe("/pricing/");
    const preview = await readSiteContent(content.database.read, { withDrafts: true });
    expect(preview.listingPricing?.pageAddress).toBe("");
    await publishDraft(content, olga, pricing, _id);
    const steps: (readonly [string, () => Promise<unknown>])[] = [
      ["/two", () => draft("/two").then(() => publishAllDrafts(content, olga))],
      ["/pricing/", () => restoreRevision(content, olga, _id, past)],
      ["/three", () => move(pricing, "/three")],
      ["/pricing/", () => deleteRecord(content, olga, pricing, _id)],
      ["/three", () => restoreFromTrash(content, olga, _id)],
    ];
    const former = ["/one"];
    for (const [address, publish] of steps) {
      await publish();
      expect(await whereIs("pricing")).toBe(address);
      for (const old of former.filter((one) => one !== address)) {
        expect(await leadsTo(old)).toBe(address);
      }
      former.push(address);
    }
  });

  test("takes its address from an import, and its previous address then redirects to the new address", async () => {
    const before = await archive();
    await move(pricing, "/plans");
    await move(pricing, "/prices");
    const after = await archive();
    await bring(before);
    expect(await whereIs("pricing")).toBe("/pricing/");
    expect(await leadsTo("/prices")).toBe("/pricing/");
    await bring(after);
    expect([await leadsTo("/pricing"), await leadsTo("/plans")]).toEqual(["/prices", "/prices"]);
    expect(await archive()).toEqual(after);
  });

  test("can swap addresses with another page in one publication", async () => {
    await move(pricing, "/one");
    await move(service, "/two");
    for (const [block, pageAddress] of [
      [pricing, "/two"],
      [service, "/one"],
    ] as const) {
      const { _id } = await content.first(block);
      await saveDraft(content, olga, block, _id, { values: { pageAddress } });
    }
    await publishAllDrafts(content, olga);
    expect([await whereIs("pricing"), await whereIs("service")]).toEqual(["/two", "/one"]);
    expect(await listed()).toEqual([seeded]);
  });

  test("cannot have the address of another page or of the program, and the error gives the reason", async () => {
    await move(service, "/taken/");
    const { _id: bannerId } = await content.first(blocks.banner);
    for (const [address, reason] of [
      ["/service", "the page “Services”"],
      ["/terms/", "the page “Terms”"],
      ["/taken", "the page “Services”"],
      ["/api/prices", "needs /api"],
      ["/contact-us", "needs /contact-us"],
      ["/admin/prices", "needs /admin"],
      ["/listing-pricing", "needs /listing-pricing"],
      ["/assets", "needs /assets"],
      [`/${bannerId}`, "edits a record there"],
    ] as const) {
      const refused = await refusal(move(pricing, address));
      expect([refused.code, refused.issues[0]?.path]).toEqual(["invalid", "pageAddress"]);
      expect(refused.message).toContain(reason);
    }
    expect(await whereIs("pricing")).toBe("/pricing/");
  });

  test("cannot get a forbidden address by a restoration, a draft, an import or a new record", async () => {
    const { _id, revision } = await content.first(pricing);
    await move(pricing, "/plans");
    const moved = (await content.first(pricing)).revision;
    await restoreRevision(content, olga, _id, revision);
    await move(service, "/plans");
    expect((await refusal(restoreRevision(content, olga, _id, moved))).code).toBe("invalid");
    const values = { pageAddress: "/plans" };
    await saveDraft(content, olga, pricing, _id, { values });
    expect((await refusal(publishDraft(content, olga, pricing, _id))).code).toBe("invalid");
    expect((await refusal(publishAllDrafts(content, olga))).code).toBe("invalid");
    const lines = (await archive()).map((line) => line.replace('"/plans"', '"/login"'));
    for (const dryRun of [true, false]) {
      expect((await refusal(bring(lines, dryRun))).message).toContain("needs /login");
    }
    await deleteRecord(content, olga, pricing, _id);
    const fresh = await refusal(
      createRecord(content, olga, pricing, { ...pricing.seed[0], ...values }),
    );
    expect(fresh.message).toContain("the page “Services”");
  });

  test("is the only page at its address, also when two pages move to one address at the same time", async () => {
    const two = [pricing, service];
    const ids = await Promise.all(two.map(async (block) => (await content.first(block))._id));
    for (let round = 0; round < 5; round++) {
      const address = `/round-${round}`;
      const moves = two.map(async (block, index) =>
        updateRecord(content, olga, block, ids[index] ?? "", await valuesAt(block, address)),
      );
      const ends = await Promise.allSettled(moves);
      expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
  });
});

async function* bytesOf(lines: readonly string[]) {
  for (const line of lines) yield new TextEncoder().encode(line);
}
