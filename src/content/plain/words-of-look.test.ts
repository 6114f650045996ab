import { beforeEach, expect, test } from "vitest";
import { look } from "#content/blocks/look.ts";
import { publishAllDrafts, publishDraft } from "#content/drafts/publish-draft.ts";
import { saveDraft } from "#content/drafts/save-draft.ts";
import { publishedBefore } from "#content/history/published-before.ts";
import { restoreRevision, undoChanges } from "#content/history/restore-revision.ts";
import { readSiteContent } from "#content/records/content-store.server.ts";
import { updateRecord } from "#content/records/save-block.ts";
import { planRelease } from "#content/releases/plan-release.ts";
import { runDueRelease } from "#content/releases/run-releases.server.ts";
import { capturedLog } from "../../../tests/support/captured-log.ts";
import { banner, olga, openContent, piet } from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { releasesOf } from "../../../tests/support/releases.ts";
import { seedsOf } from "./plain-seeds.ts";
import { siteInWords } from "./site-in-words.ts";
import { followWordsOfLook } from "./swap-words.ts";

const headingIn = (set: "farm" | "plain") => seedsOf(banner, set)[0]?.bannerHeading;

describeOnEachDatabase("The words of the published look", (openDatabase) => {
  let site: Awaited<ReturnType<typeof openSite>>;
  let id: string;
  beforeEach(async () => {
    site = await openSite();
    id = (await site.first(look))._id;
  });

  async function openSite() {
    const content = await openContent(await openDatabase());
    return { ...content, ...releasesOf(content), onWordsChanged: followWordsOfLook };
  }
  const heading = async () => (await site.onSite(banner))[0]?.bannerHeading;
  const plain = { words: "Plain" };
  const publishPlain = () => publishDraft(site, olga, look, id, { values: plain });

  test("become those of all texts when the panel publishes it, and not before", async () => {
    await saveDraft(site, olga, look, id, { values: plain });
    expect(await heading()).toBe(headingIn("farm"));
    await publishDraft(site, olga, look, id);
    expect(await heading()).toBe(headingIn("plain"));
    expect((await site.onSite(look))[0]).toMatchObject(plain);
  });

  test("become those of all texts when a program saves it", async () => {
    const { published } = await site.first(look);
    await updateRecord(site, olga, look, id, { ...published, ...plain });
    expect(await heading()).toBe(headingIn("plain"));
  });

  test("become those of all texts when all drafts are published, or a release is", async () => {
    await saveDraft(site, olga, look, id, { values: plain });
    await publishAllDrafts(site, olga);
    expect(await heading()).toBe(headingIn("plain"));
    await saveDraft(site, olga, look, id, { values: { words: "Farm" } });
    const entry = { recordId: id, kind: "publish" } as const;
    await planRelease(site, piet, { name: "Spring", ...site.inMinutes(10) }, entry);
    expect(await heading()).toBe(headingIn("plain"));
    site.time.now += 11 * 60_000;
    await runDueRelease({ ...site, log: capturedLog().log });
    expect(await heading()).toBe(headingIn("farm"));
  });

  test("go back with the publication, and with an earlier version", async () => {
    const before = await readSiteContent(site.database.read);
    const { change } = await publishPlain();
    if (change === null) throw new Error("Nothing was published.");
    await undoChanges(site, olga, [change]);
    expect(await readSiteContent(site.database.read)).toEqual(before);
    await publishPlain();
    const found = await publishedBefore(site, olga, look, id);
    await restoreRevision(site, olga, id, found?.revision ?? 0);
    expect(await readSiteContent(site.database.read)).toEqual(before);
  });

  test("go back with all drafts that were published together", async () => {
    const { _id } = await site.first(banner);
    await saveDraft(site, olga, banner, _id, { values: { bannerText: "Hello" } });
    await saveDraft(site, olga, look, id, { values: plain });
    const before = await readSiteContent(site.database.read);
    const changes = await publishAllDrafts(site, olga);
    expect(await heading()).toBe(headingIn("plain"));
    await undoChanges(site, olga, changes);
    expect(await readSiteContent(site.database.read)).toEqual(before);
    expect((await site.first(banner)).draft?.fields).toEqual(["bannerText"]);
  });

  test("stay with a text that the owner wrote, also in a draft", async () => {
    const own = { bannerHeading: "Windows, cleaned" };
    const { _id } = await site.first(banner);
    await publishDraft(site, olga, banner, _id, { values: own });
    await saveDraft(site, olga, banner, _id, { values: { bannerHeading: "Windows, shining" } });
    await publishPlain();
    expect(await heading()).toBe("Windows, cleaned");
    expect((await site.first(banner)).values.bannerHeading).toBe("Windows, shining");
  });

  test("agree with the texts after two people published different words at once", async () => {
    const { _id: bannerId } = await site.first(banner);
    const { published } = await site.first(look);
    const all = [0, 1, 2].flatMap(() => [
      updateRecord(site, olga, look, id, { ...published, ...plain }),
      updateRecord(site, piet, look, id, { ...published, words: "Farm" }),
      publishDraft(site, piet, banner, bannerId, { values: { bannerText: "Hello" } }),
    ]);
    await Promise.allSettled(all);
    const words = (await site.onSite(look))[0]?.words;
    expect(await heading()).toBe(headingIn(words === "Plain" ? "plain" : "farm"));
  });

  test("are shown in a preview as the publication will write them", async () => {
    const shown = await readSiteContent(site.database.read);
    const preview = { ...shown, ...(await siteInWords(site.database.read, shown, "plain")) };
    await publishPlain();
    const after = await readSiteContent(site.database.read);
    expect({ ...preview, look: null }).toEqual({ ...after, look: null });
    const back = { ...after, ...(await siteInWords(site.database.read, after, "farm")) };
    expect({ ...back, look: null }).toEqual({ ...shown, look: null });
  });
});
