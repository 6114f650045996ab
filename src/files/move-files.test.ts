import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { bytesOf, openFileStore, patternBytes } from "../../tests/support/orders/private-files.ts";
import { openS3Server, type S3Server } from "../../tests/support/servers/s3-server.ts";
import { unfinishedMs } from "./delete-removed-files.ts";
import { moveFiles } from "./move-files.ts";
import { type FilePlace, partBytes } from "./private-file-tables.server.ts";
import { removeFiles } from "./receive-file.ts";

let s3: S3Server;
beforeAll(async () => {
  s3 = await openS3Server();
});
afterEach(() => {
  s3.behave = () => null;
  s3.objects.clear();
});
afterAll(() => s3.close());

type Store = ReturnType<typeof openFileStore>;

async function moveAll(store: Store, to: FilePlace): Promise<string[]> {
  const outcomes: string[] = [];
  for await (const { outcome } of moveFiles(store, to)) outcomes.push(outcome);
  return outcomes;
}

describeOnEachDatabase("Private files", (openDatabase) => {
  const bytes = patternBytes(2 * partBytes + 7);
  /** Opens a site that stored two files in the database before it got a bucket. */
  async function openShop() {
    const database = await openDatabase();
    const [before, store] = [openFileStore(database), openFileStore(database, s3.url)];
    const files = [await before.keep(bytes, "a"), await before.keep(bytes, "b")] as const;
    const read = async (index: 0 | 1) => bytesOf(await store.download(files[index]));
    const areWhole = async () =>
      Buffer.from(await read(0)).equals(bytes) && Buffer.from(await read(1)).equals(bytes);
    return { ...store, files, areWhole };
  }

  test("move to the bucket and back, and nothing stays in the former place", async () => {
    const store = await openShop();
    expect(await moveAll(store, "bucket")).toEqual(["moved", "moved"]);
    expect(await store.counts()).toEqual({ files: 2, parts: 0, objects: 6 });
    expect(s3.objects.size).toBe(6);
    expect(await store.areWhole()).toBe(true);
    expect(await moveAll(store, "bucket")).toEqual([]);

    expect(await moveAll(store, "database")).toEqual(["moved", "moved"]);
    await store.cleanUp();
    expect(await store.counts()).toEqual({ files: 2, parts: 6, objects: 0 });
    expect(s3.objects.size).toBe(0);
    expect(await store.areWhole()).toBe(true);
  });

  test.each([1, 4, 6, 8])(
    "can be read after a move that was interrupted at request %i, and the next move completes it",
    async (last) => {
      const store = await openShop();
      let requests = 0;
      s3.behave = () => {
        requests += 1;
        return requests > last ? "down" : null;
      };
      await expect(moveAll(store, "bucket")).rejects.toThrow("did not answer");
      s3.behave = () => null;
      expect(await store.areWhole()).toBe(true);
      expect(new Set(await moveAll(store, "bucket")).has("damaged")).toBe(false);
      expect(await store.areWhole()).toBe(true);
      store.time.now += unfinishedMs;
      await store.cleanUp();
      expect(await store.counts()).toEqual({ files: 2, parts: 0, objects: 6 });
      expect([...s3.objects.keys()].sort()).toEqual(await store.keysOf());
    },
  );

  test("stay readable after an interrupted move, and a worker deletes its copies", async () => {
    const store = await openShop();
    s3.behave = (request) => (s3.requests.length > 4 && request.startsWith("GET") ? "down" : null);
    await expect(moveAll(store, "bucket")).rejects.toThrow("did not answer");
    s3.behave = () => null;
    expect((await store.counts()).objects).toBeGreaterThan(0);
    await store.cleanUp();
    expect((await store.counts()).objects).toBeGreaterThan(0);
    store.time.now += unfinishedMs;
    await store.cleanUp();
    expect(await store.counts()).toEqual({ files: 2, parts: 6, objects: 0 });
    expect(s3.objects.size).toBe(0);
    expect(await store.areWhole()).toBe(true);
  });

  test("are each moved at most once when two moves run at the same time", async () => {
    const store = await openShop();
    const outcomes = await Promise.all([moveAll(store, "bucket"), moveAll(store, "bucket")]);
    const moved = outcomes.flat().filter((outcome) => outcome === "moved");
    expect(moved.length).toBeLessThanOrEqual(2);
    expect(outcomes.flat()).not.toContain("damaged");
    await moveAll(store, "bucket");
    store.time.now += unfinishedMs;
    await store.cleanUp();
    expect(await store.counts()).toEqual({ files: 2, parts: 0, objects: 6 });
    expect([...s3.objects.keys()].sort()).toEqual(await store.keysOf());
    expect(await store.areWhole()).toBe(true);
  });

  test("are moved by the second of two moves, which ends the first", async () => {
    const store = await openShop();
    let later: Promise<string[]> | undefined;
    s3.behave = (request) => {
      if (request.startsWith("GET")) later ??= moveAll(store, "bucket");
      return null;
    };
    const { bucket } = store;
    if (bucket === undefined) throw new Error("The store has no bucket.");
    const get = async (...asked: Parameters<typeof bucket.get>) => {
      const bytes = await bucket.get(...asked);
      await later;
      return bytes;
    };
    const slow = { ...store, bucket: { ...bucket, get } };
    expect(await moveAll(slow, "bucket")).toEqual(["other"]);
    expect(await later).toEqual(["moved", "moved"]);
    expect(await store.areWhole()).toBe(true);
  });

  test("that are removed during their move are gone from both places", async () => {
    const store = await openShop();
    let removing: Promise<unknown> | undefined;
    s3.behave = (request) => {
      if (!request.startsWith("GET")) return null;
      removing ??= store.database
        .write((tx) => removeFiles(tx, [store.files[0].id]))
        .then(store.cleanUp);
      return null;
    };
    const outcomes = await moveAll(store, "bucket");
    await removing;
    expect(outcomes[1]).toBe("moved");
    store.time.now += unfinishedMs;
    await store.cleanUp();
    expect(await store.counts()).toEqual({ files: 1, parts: 0, objects: 3 });
    expect([...s3.objects.keys()].sort()).toEqual(await store.keysOf());
  });

  test("whose bytes are damaged or missing stay where they are", async () => {
    const store = await openShop();
    const [first] = store.files;
    await store.database.write((tx) =>
      tx
        .updateTable("private_file_parts")
        .set({ bytes: new Uint8Array(7) })
        .where("file_id", "=", first.id)
        .where("position", "=", 2)
        .execute(),
    );
    expect(await moveAll(store, "bucket")).toEqual(["damaged", "moved"]);
    expect(await store.placeOf(first.id)).toBe("database");
    await store.cleanUp();
    expect(await store.counts()).toEqual({ files: 2, parts: 3, objects: 3 });
    const [lost = ""] = s3.objects.keys();
    s3.objects.delete(lost);
    expect(await moveAll(store, "database")).toEqual(["damaged"]);
    expect(await store.placeOf(store.files[1].id)).toBe("bucket");
    expect(await store.counts()).toEqual({ files: 2, parts: 3, objects: 3 });
  });

  test("can be downloaded while they move", async () => {
    const store = await openShop();
    const answer = await store.download(store.files[0]);
    await moveAll(store, "bucket");
    expect(Buffer.from(await bytesOf(answer)).equals(bytes)).toBe(true);
  });
});
