import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { describeStore } from "../../tests/support/databases/databases.ts";
import {
  bytesOf,
  multipart,
  openFileStore,
  patternBytes,
  received,
} from "../../tests/support/orders/private-files.ts";
import { openS3Server, type S3Server, s3Secret } from "../../tests/support/servers/s3-server.ts";
import { checkBucket, findObjects } from "./check-bucket.ts";
import { unfinishedMs } from "./delete-removed-files.ts";
import { fileResponse } from "./file-response.ts";
import { partBytes } from "./private-file-tables.server.ts";
import { keepFiles, receiveFile, removeFiles } from "./receive-file.ts";
import { receiveForm } from "./receive-form.ts";

let s3: S3Server;
beforeAll(async () => {
  s3 = await openS3Server();
});
afterEach(() => {
  s3.behave = () => null;
  s3.objects.clear();
});
afterAll(() => s3.close());

describeStore("A private file in a bucket", (openDatabase) => {
  const open = async (requestMs?: number) => openFileStore(await openDatabase(), s3.url, requestMs);

  test("is stored in objects of a megabyte, without bytes in the database", async () => {
    const store = await open();
    const bytes = patternBytes(2 * partBytes + 7);
    const file = await store.keep(bytes);
    expect(await store.counts()).toEqual({ files: 1, parts: 0, objects: 3 });
    expect([...s3.objects.values()].map(({ length }) => length)).toEqual([1e6, 1e6, 7]);
    expect([...s3.objects.keys()].sort()).toEqual(await store.keysOf());
    const whole = await bytesOf(await store.download(file));
    expect(Buffer.from(whole).equals(bytes)).toBe(true);
  });

  test("asked for a range, reads only the objects with these bytes", async () => {
    const store = await open();
    const bytes = patternBytes(2_000_007);
    const file = await store.keep(bytes);
    for (const [range, status, from, length, reads] of [
      ["bytes=0-9", 206, 0, 10, 1],
      ["bytes=999990-1000009", 206, 999_990, 20, 2],
      ["bytes=1500000-", 206, 1_500_000, 500_007, 2],
      ["bytes=-5", 206, 2_000_002, 5, 1],
      ["bytes=2000007-", 416, 0, 0, 0],
    ] as const) {
      const before = s3.requests.length;
      const answer = await store.download(file, { range });
      expect([range, answer.status]).toEqual([range, status]);
      const body = Buffer.from(await answer.arrayBuffer());
      expect(body.equals(bytes.subarray(from, from + length))).toBe(true);
      expect(s3.requests.slice(before)).toHaveLength(reads);
    }
  });

  test("can exist beside files in the database, and each file is read from its place", async () => {
    const database = await openDatabase();
    const [without, store] = [openFileStore(database), openFileStore(database, s3.url)];
    const [one, two] = [await without.keep(patternBytes(9)), await store.keep(patternBytes(8))];
    expect([await store.placeOf(one.id), await store.placeOf(two.id)]).toEqual([
      "database",
      "bucket",
    ]);
    expect(await bytesOf(await store.download(one))).toEqual(patternBytes(9));
    expect(await bytesOf(await store.download(two))).toEqual(patternBytes(8));
    // Without FILES_URL, files of the database can be read and files of the bucket cannot.
    expect((await without.download(one)).status).toBe(200);
    await expect(without.download(two)).rejects.toMatchObject({ code: "unavailable" });
    expect(without.logged.text()).toContain("Set FILES_URL to that bucket");
  });

  test("that is removed is deleted from the bucket, also when the process dies after deleting its row", async () => {
    const store = await open();
    const file = await store.keep(patternBytes(partBytes + 1));
    await store.database.write((tx) => removeFiles(tx, [file.id]));
    s3.behave = (request) => (request.startsWith("DELETE") ? "down" : null);
    store.time.now += 10 * 60_000;
    await expect(store.cleanUp()).rejects.toThrow("did not answer");
    // The state after a crash: the file is gone, and its objects are still recorded.
    expect(await store.counts()).toEqual({ files: 0, parts: 0, objects: 2 });
    s3.behave = () => null;
    await store.cleanUp();
    expect(await store.counts()).toEqual({ files: 0, parts: 0, objects: 0 });
    expect(s3.objects.size).toBe(0);
  });

  test("whose process dies during the upload leaves no object", async () => {
    const store = await open();
    // The state that a killed process leaves: two objects of a file whose last byte never arrived.
    const file = await received(store, patternBytes(partBytes + 1));
    await store.database.write((tx) =>
      tx.updateTable("private_files").set({ content_hash: "" }).where("id", "=", file.id).execute(),
    );
    const using = store.database.write((tx) => keepFiles(tx, [file.id], "account-ada"));
    await expect(using).rejects.toMatchObject({ code: "conflict" });
    store.time.now += unfinishedMs;
    await store.cleanUp();
    expect(await store.counts()).toEqual({ files: 0, parts: 0, objects: 0 });
    expect(s3.objects.size).toBe(0);
  });

  test("has each object recorded before it is written, and no object is deleted while it may still arrive", async () => {
    const store = await open();
    const known: boolean[] = [];
    let checking: Promise<unknown> = Promise.resolve();
    s3.behave = (request) => {
      const key = request.replace("PUT ", "");
      checking = store.keysOf().then((keys) => known.push(keys.includes(key)));
      return null;
    };
    const file = await store.keep(patternBytes(5));
    await checking;
    expect(known).toEqual([true]);
    s3.behave = () => null;
    await store.database.write((tx) => removeFiles(tx, [file.id]));
    await store.cleanUp();
    expect(await store.counts()).toEqual({ files: 0, parts: 0, objects: 1 });
    store.time.now += 5 * 60_000;
    await store.cleanUp();
    expect(s3.objects.size).toBe(0);
  });

  test("is refused while the bucket does not answer, and the text of its form is kept", async () => {
    const store = await open(1_500);
    const { bytes, type } = await multipart([
      ["text", "Grüße"],
      ["files", new File([new Uint8Array(patternBytes(partBytes + 5))], "a.pdf")],
      ["key", "k1"],
    ]);
    s3.behave = () => "slow";
    const init = { method: "POST", headers: { "content-type": type }, body: Buffer.from(bytes) };
    const form = await receiveForm(store, new Request("http://localhost/", init), (sent) =>
      receiveFile(store, { ...sent, accountId: "account-ada", beginning: async () => {} }),
    );
    expect(form).toMatchObject({
      values: { text: "Grüße", key: "k1" },
      files: [],
      refusal: {
        code: "unavailable",
        retryAfterSeconds: 60,
        message: expect.stringMatching(/^Files cannot be stored at the moment\. Try again/),
      },
    });
    expect(store.logged.text()).toContain("did not answer");
    expect(store.logged.text()).not.toContain(s3Secret);
    s3.behave = () => null;
    store.time.now += unfinishedMs;
    await store.cleanUp();
    expect(await store.counts()).toEqual({ files: 0, parts: 0, objects: 0 });
  });

  test("is answered with 503 and a message when the bucket fails", async () => {
    const store = await open(1_500);
    const file = await store.keep(patternBytes(5));
    for (const fault of ["down", "slow", [403, "AccessDenied"], [404, "NoSuchKey"]] as const) {
      s3.behave = () => fault;
      await expect(store.download(file)).rejects.toMatchObject({
        code: "unavailable",
        retryAfterSeconds: 60,
        message: "This file cannot be downloaded at the moment. Try again in a few minutes.",
      });
    }
    const head = new Request("http://localhost/", { method: "HEAD" });
    expect((await fileResponse(store, file, head)).status).toBe(200);
    expect(store.logged.text()).toContain("BucketError");
  });

  test("needs a bucket that passes the check at the start; the check leaves no objects", async () => {
    const store = await open(1_500);
    const { bucket } = store;
    if (bucket === undefined) throw new Error("The store has no bucket.");
    await checkBucket({ ...store, bucket });
    expect([s3.objects.size, await store.keysOf()]).toEqual([0, []]);
    for (const method of ["PUT", "GET", "DELETE"]) {
      s3.behave = (request) => (request.startsWith(method) ? [403, "AccessDenied"] : null);
      await expect(checkBucket({ ...store, bucket })).rejects.toMatchObject({
        name: "StartError",
        message: expect.stringContaining("Allow the key in FILES_URL to read, write and delete"),
      });
    }
    // The cleanup also deletes objects that a failed check has left.
    s3.behave = () => null;
    store.time.now += 5 * 60_000;
    await store.cleanUp();
    expect([s3.objects.size, await store.keysOf()]).toEqual([0, []]);
  });

  test("is found missing when one of its objects is missing or has another size", async () => {
    const store = await open();
    const { bucket } = store;
    if (bucket === undefined) throw new Error("The store has no bucket.");
    for (let size = 1; size <= 3; size++) await store.keep(patternBytes(partBytes + size));
    expect(await findObjects({ ...store, bucket })).toEqual({ files: 3, missing: 0 });
    const [first = "", second = ""] = s3.objects.keys();
    s3.objects.delete(first);
    expect(await findObjects({ ...store, bucket })).toEqual({ files: 3, missing: 1 });
    s3.objects.delete(second);
    expect(await findObjects({ ...store, bucket })).toEqual({ files: 3, missing: 1 });
    const last = [...s3.objects.keys()].at(-1) ?? "";
    s3.objects.set(last, Buffer.from("barley"));
    expect(await findObjects({ ...store, bucket })).toEqual({ files: 3, missing: 2 });
  });
});
