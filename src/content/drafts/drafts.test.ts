import { beforeEach, expect, test } from "vitest";
import {
  banner,
  olga,
  openContent,
  piet,
  plans,
  refusal,
  services,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { listTrash } from "../history/trash.ts";
import { findRecord, readSiteContent } from "../records/content-store.server.ts";
import { createRecord, deleteRecord, updateRecord } from "../records/save-block.ts";
import { listForEditing, readForEditing } from "./editable-record.ts";
import { publishAllDrafts, publishDraft } from "./publish-draft.ts";
import { discardDraft, listDrafts, saveDraft } from "./save-draft.ts";

describeStore("A draft", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const draft = (values: Record<string, string>, id: string, block = banner) =>
    saveDraft(content, olga, block as typeof banner, id, { values });

  test("is shown in the record and in the preview, but not on the site", async () => {
    const before = await readSiteContent(content.database.read);
    const { _id, revision } = await content.first(banner);
    const saved = await draft({ bannerHeading: "Sown, not bought." }, _id);
    expect(saved).toMatchObject({
      revision: revision + 1,
      values: { bannerHeading: "Sown, not bought.", bannerText: before.banner?.bannerText },
      published: { bannerHeading: before.banner?.bannerHeading },
      draft: { fields: ["bannerHeading"], author: "olga@example.com" },
      isDemonstration: true,
    });
    expect(await readSiteContent(content.database.read)).toEqual(before);
    expect(await content.onSite(banner)).toEqual([before.banner]);
    const preview = await readSiteContent(content.database.read, { withDrafts: true });
    expect(preview).toEqual({
      ...(await readSiteContent(content.database.read, { forTeam: true })),
      banner: { ...before.banner, bannerHeading: "Sown, not bought." },
    });
  });

  test("can be saved incomplete for a new record, which is then not on the site", async () => {
    const before = await readSiteContent(content.database.read);
    const created = await saveDraft(content, olga, plans, null, { values: { packagePrice: "x" } });
    expect(created).toMatchObject({ published: null, revision: 1 });
    expect(await readSiteContent(content.database.read)).toEqual(before);
    expect(await findRecord(content.database.read, plans, created._id)).toBeUndefined();
    const preview = await readSiteContent(content.database.read, { withDrafts: true });
    expect(preview.pricingPackages.at(-1)).toMatchObject({ _id: created._id, packagePrice: "x" });
    expect((await listForEditing(content, olga, plans)).at(-1)).toEqual(created);
    const refused = await refusal(publishDraft(content, olga, plans, created._id));
    expect(refused.code).toBe("invalid");
    expect(refused.issues.map(({ path }) => path)).toContain("packagePrice");
    expect(await readForEditing(content, olga, plans, created._id)).toEqual(created);
  });

  test("is refused with an unknown field, a value that is not text, or a text over 10,000 characters", async () => {
    const { _id } = await content.first(banner);
    for (const [values, path] of [
      [{ surprise: "x" }, "surprise"],
      [{ bannerText: 7 }, "bannerText"],
      [{ bannerText: "x".repeat(10_001) }, "bannerText"],
      [{ bannerText: "\u0000" }, "bannerText"],
    ] as const) {
      const refused = await refusal(saveDraft(content, olga, banner, _id, { values }));
      expect([refused.code, refused.issues[0]?.path]).toEqual(["invalid", path]);
    }
    // A text that is too long to be published can be saved as a draft, because the admin can
    // shorten the text later.
    await draft({ bannerText: "x".repeat(500) }, _id);
    expect((await refusal(publishDraft(content, olga, banner, _id))).code).toBe("invalid");
  });

  test("changes only its own fields on the site when it is published", async () => {
    const { _id, published } = await content.first(banner);
    await draft({ bannerHeading: "Sown" }, _id);
    await updateRecord(content, piet, banner, _id, { ...published, buttonText: "Sow" });
    const { record: after } = await publishDraft(content, olga, banner, _id);
    expect(after).toMatchObject({ draft: null, author: "olga@example.com" });
    expect(await content.onSite(banner)).toEqual([
      { _id, ...published, bannerHeading: "Sown", buttonText: "Sow" },
    ]);
  });

  test("is deleted when its texts equal the published values", async () => {
    const { _id, values } = await content.first(banner);
    await draft({ bannerHeading: "Sown" }, _id);
    expect((await draft({ bannerHeading: values.bannerHeading ?? "" }, _id)).draft).toBeNull();
    expect(await listDrafts(content, olga)).toEqual([]);
  });

  test("is published together with all other drafts, or none is published and the error names each fault", async () => {
    const [heading, plan] = [await content.first(banner), await content.first(plans)];
    await draft({ bannerHeading: "Sown" }, heading._id);
    await saveDraft(content, olga, plans, plan._id, { values: { packagePrice: "free" } });
    const unfinished = await saveDraft(content, olga, services, null, { values: {} });
    expect((await listDrafts(content, olga)).map(({ _id }) => _id)).toEqual([
      heading._id,
      unfinished._id,
      plan._id,
    ]);
    const before = await readSiteContent(content.database.read);
    const refused = await refusal(publishAllDrafts(content, olga));
    expect(refused.code).toBe("invalid");
    const paths = refused.issues.map(({ path }) => path);
    expect(paths).toContain(`pricing-package/${plan._id}/packagePrice`);
    expect(paths).toContain(`${services.name}/${unfinished._id}/serviceTitle`);
    expect(refused.message).toContain("Pricing, “Basic”: Price in US dollars must be");
    expect(await readSiteContent(content.database.read)).toEqual(before);
    expect(await listDrafts(content, olga)).toHaveLength(3);

    await saveDraft(content, olga, plans, plan._id, { values: { packagePrice: "159" } });
    await discardDraft(content, olga, services, unfinished._id);
    const published = (await publishAllDrafts(content, olga)).map(({ id }) => id);
    expect(new Set(published)).toEqual(new Set([heading._id, plan._id]));
    const site = await readSiteContent(content.database.read);
    expect(site.banner?.bannerHeading).toBe("Sown");
    expect(site.pricingPackages[0]?.packagePrice).toBe("159");
  });

  test("is left out when only the drafts of other records are published", async () => {
    const [heading, plan] = [await content.first(banner), await content.first(plans)];
    await draft({ bannerHeading: "Sown" }, heading._id);
    await saveDraft(content, olga, plans, plan._id, { values: { packagePrice: "159" } });
    await publishAllDrafts(content, olga, undefined, new Set([heading._id]));
    expect((await listDrafts(content, olga)).map(({ _id }) => _id)).toEqual([plan._id]);
    const site = await readSiteContent(content.database.read);
    expect(site.banner?.bannerHeading).toBe("Sown");
  });

  test("can be discarded; an unpublished record then goes to the trash", async () => {
    const { _id, values } = await content.first(banner);
    await draft({ bannerHeading: "Sown" }, _id);
    const { record } = await discardDraft(content, olga, banner, _id);
    expect(record).toMatchObject({ draft: null, values });
    const only = await saveDraft(content, olga, plans, null, { values: { packagePrice: "9" } });
    await discardDraft(content, olga, plans, only._id);
    const [trashed] = await listTrash(content, olga);
    expect(trashed).toMatchObject({ _id: only._id, values: { packagePrice: "9" } });
  });

  test("of an unpublished singleton prevents a second record", async () => {
    const { _id, published } = await content.first(banner);
    await deleteRecord(content, olga, banner, _id);
    await saveDraft(content, olga, banner, null, { values: { bannerHeading: "Sown" } });
    const again = saveDraft(content, piet, banner, null, { values: {} });
    expect((await refusal(again)).code).toBe("conflict");
    const another = createRecord(content, piet, banner, published);
    expect((await refusal(another)).message).toMatch(/as a draft/);
  });
});
