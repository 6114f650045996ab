import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { publishAllDrafts } from "#content/drafts/publish-draft.ts";
import { discardDraft, saveDraft } from "#content/drafts/save-draft.ts";
import { restoreFromTrash } from "#content/history/trash.ts";
import { moveRecord } from "#content/records/move-record.ts";
import { createRecord, deleteRecord, updateRecord } from "#content/records/save-block.ts";
import { listPictures } from "#media/list-pictures.ts";
import { createMedia } from "#media/media.ts";
import { deletePicture, restorePicture } from "#media/uploads/delete-picture.ts";
import { encodeNextVariant } from "#media/uploads/encode-variants.ts";
import { replacePicture, uploadPicture } from "#media/uploads/upload-picture.ts";
import {
  banner,
  olga,
  openContent,
  plans,
  services,
  type TestContent,
} from "../../../tests/support/content.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import { photo } from "../../../tests/support/pictures.ts";
import { type Database, openDatabase, type WriteTransaction } from "./database.ts";
import { SiteVersion } from "./site-version.ts";

const rename = (name: string) => (tx: WriteTransaction) =>
  tx.updateTable("content_records").set({ field_values: name }).execute();

describeOnEachDatabase("The version of the site", (openTestDatabase) => {
  let site: TestContent;
  let version: SiteVersion;
  beforeAll(async () => {
    site = await openContent(await openTestDatabase());
    version = new SiteVersion(site.database);
  });

  /** Whether `change` raises the version that the next request to this process sees. */
  async function isRaisedBy(change: () => Promise<unknown>): Promise<boolean> {
    const before = await version.current();
    await change();
    return (await version.current()) > before;
  }

  test("is raised when records are edited, moved, deleted, restored, created or published", async () => {
    const { _id, values } = await site.first(services);
    const changed = { ...values, serviceTitle: "Sown anew" };
    expect(await isRaisedBy(() => updateRecord(site, olga, services, _id, changed))).toBe(true);
    expect(await isRaisedBy(() => moveRecord(site, olga, services, _id, { before: null }))).toBe(
      true,
    );
    expect(await isRaisedBy(() => deleteRecord(site, olga, services, _id))).toBe(true);
    expect(await isRaisedBy(() => restoreFromTrash(site, olga, _id))).toBe(true);
    const seed = { ...plans.seed[0], packageName: "Gold" };
    expect(await isRaisedBy(() => createRecord(site, olga, plans, seed))).toBe(true);
    const draft = { values: { bannerHeading: "Sown, not bought." } };
    const { _id: bannerId } = await site.first(banner);
    await saveDraft(site, olga, banner, bannerId, draft);
    expect(await isRaisedBy(() => publishAllDrafts(site, olga))).toBe(true);
  });

  test("is not raised by a change that no page shows", async () => {
    const { _id } = await site.first(banner);
    const draft = { values: { bannerHeading: "Sown, not bought." } };
    expect(await isRaisedBy(() => saveDraft(site, olga, banner, _id, draft))).toBe(false);
    expect(await isRaisedBy(() => discardDraft(site, olga, banner, _id))).toBe(false);
    const subscriber = { id: "1", email: "a@b.example", email_key: "a@b.example" };
    const subscribe = () =>
      site.database.write((tx) =>
        tx
          .insertInto("subscribers")
          .values({ ...subscriber, subscribed_at: 1 })
          .execute(),
      );
    expect(await isRaisedBy(subscribe)).toBe(false);
  });

  test("is raised by a change of a picture, but not by each variant of the picture", async () => {
    const { database } = site;
    const log = pino({ level: "silent" });
    const media = createMedia({
      database,
      clock: site.clock,
      log,
      parse: parseHere,
      usesOf: async () => new Map(),
    });
    const upload = async () => uploadPicture(media, olga, await photo(300, 200), { name: "a" });
    expect(await isRaisedBy(upload)).toBe(true);
    const [{ _id } = { _id: "" }] = await listPictures(media, olga);
    expect(await isRaisedBy(() => encodeNextVariant(media))).toBe(true);
    const again = await photo(600, 300);
    expect(await isRaisedBy(() => replacePicture(media, olga, _id, again, { name: "b" }))).toBe(
      true,
    );
    expect(await isRaisedBy(() => encodeNextVariant(media))).toBe(false);
    expect(await isRaisedBy(() => deletePicture(media, olga, _id))).toBe(true);
    expect(await isRaisedBy(() => restorePicture(media, olga, _id))).toBe(true);
  });

  test("is not raised by a write that is rolled back", async () => {
    const fail = () =>
      site.database.write(async (tx) => {
        await rename("{}")(tx);
        throw new Error("no");
      });
    expect(await isRaisedBy(() => fail().catch(() => {}))).toBe(false);
  });

  test("counts each of several simultaneous changes", async () => {
    const before = await version.current();
    const changes = Array.from({ length: 8 }, (_, index) =>
      site.database.write(rename(JSON.stringify({ index }))),
    );
    await Promise.all(changes);
    expect(await version.current()).toBeGreaterThanOrEqual(before + changes.length);
  });

  test("raised by another process is read when the lease expires, or at once by refresh", async () => {
    const time = { now: 0 };
    const here = new SiteVersion(site.database, () => time.now);
    const first = await here.current();
    const elsewhere = openDatabase(await addressOf(site.database));
    await elsewhere.write(rename("{}"));
    time.now = 499;
    expect([here.known(), await here.current()]).toEqual([first, first]);
    time.now = 500;
    expect(here.known()).toBeUndefined();
    const second = await here.current();
    expect(second).toBeGreaterThan(first);
    await elsewhere.write(rename('{"a":"b"}'));
    expect(await here.refresh()).toBeGreaterThan(second);
    expect(here.known()).toBeGreaterThan(second);
    await elsewhere.close();
  });
});

describe("A process that waits for the site version", () => {
  function slowDatabase() {
    const waiting: ((version: number) => void)[] = [];
    let commit: () => void = () => {};
    const query = {
      selectFrom: () => query,
      select: () => query,
      executeTakeFirstOrThrow: () =>
        new Promise<{ version: number }>((resolve) => {
          waiting.push((version) => resolve({ version }));
        }),
    };
    const database = {
      read: query,
      onCommit: (listener: () => void) => {
        commit = listener;
      },
    } as unknown as Database;
    return {
      database,
      commit: () => commit(),
      answer: (v: number) => waiting.shift()?.(v),
      waiting,
    };
  }

  test("sends one query for all waiting calls", async () => {
    const { database, answer, waiting } = slowDatabase();
    const version = new SiteVersion(database, () => 0);
    const asked = Array.from({ length: 5 }, () => version.current());
    expect(waiting).toHaveLength(1);
    answer(7);
    expect(await Promise.all(asked)).toEqual([7, 7, 7, 7, 7]);
  });

  test("never returns a version read before a commit to a call made after the commit", async () => {
    const { database, commit, answer } = slowDatabase();
    const version = new SiteVersion(database, () => 0);
    const before = version.current();
    commit();
    const after = version.current();
    answer(1);
    expect(await before).toBe(1);
    expect(version.known()).toBeUndefined();
    answer(2);
    expect(await after).toBe(2);
    expect(version.known()).toBe(2);
  });

  test("measures the lease from the start of the query", async () => {
    const { database, answer, waiting } = slowDatabase();
    const time = { now: 0 };
    const version = new SiteVersion(database, () => time.now);
    const early = version.current();
    time.now = 600;
    const late = version.current();
    expect(waiting).toHaveLength(2);
    answer(1);
    expect(await early).toBe(1);
    expect(version.known()).toBeUndefined();
    answer(2);
    expect(await late).toBe(2);
  });
});

test("without a database, reading the site version throws an error", async () => {
  const database = openDatabase({ engine: "postgres", url: "postgres://nobody@127.0.0.1:1/none" });
  const version = new SiteVersion(database);
  await expect(version.current()).rejects.toThrow();
  expect(version.known()).toBeUndefined();
  await database.close();
});
