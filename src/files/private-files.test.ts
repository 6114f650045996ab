import { describe, expect, test } from "vitest";
import { describeStore } from "../../tests/support/databases/databases.ts";
import {
  inPieces,
  multipart,
  openFileStore,
  patternBytes,
  received,
} from "../../tests/support/orders/private-files.ts";
import { unfinishedMs } from "./delete-removed-files.ts";
import { kindOf, typeOf } from "./file-kind.ts";
import { largestFileBytes, mostFilesAtOnce } from "./file-limits.ts";
import { fileResponse } from "./file-response.ts";
import { partBytes } from "./private-file-tables.server.ts";
import { keepFiles, receiveFile, removeFiles } from "./receive-file.ts";
import { receiveForm } from "./receive-form.ts";

const accountId = "account-ada";

const get = (headers: Record<string, string> = {}, method = "GET") =>
  new Request("http://localhost/file", { headers, method });

describeStore("A private file", (openDatabase) => {
  const open = async () => openFileStore(await openDatabase());

  test("is stored in parts of a megabyte and read back byte for byte", async () => {
    const store = await open();
    const bytes = patternBytes(2 * partBytes + 7);
    const file = await received(store, bytes);
    expect(await store.counts()).toMatchObject({ files: 1, parts: 3 });
    const response = await fileResponse(store, file, get());
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-length": String(bytes.length),
      "content-security-policy": "sandbox",
      "cache-control": expect.stringContaining("private, no-store"),
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
  });

  test("is saved by browsers under its name, also when the name is not English", async () => {
    const store = await open();
    const file = await received(store, patternBytes(3), { name: 'Prüfung "3".pdf' });
    const { headers } = await fileResponse(store, file, get());
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="Pr?fung \\"3\\".pdf"; filename*=UTF-8''Pr%C3%BCfung%20%223%22.pdf`,
    );
    const other = await received(store, patternBytes(3), { name: "Ελιά.txt" });
    const sent = (await fileResponse(store, other, get())).headers.get("content-disposition");
    expect(sent).toContain("filename*=UTF-8''%CE%95%CE%BB%CE%B9%CE%AC.txt");
  });

  test("asked for a range, answers with the right bytes", async () => {
    const store = await open();
    const bytes = patternBytes(2_000_007);
    const file = await received(store, bytes);
    for (const [range, status, from, length] of [
      ["bytes=0-9", 206, 0, 10],
      ["bytes=999990-1000009", 206, 999_990, 20],
      ["bytes=1500000-", 206, 1_500_000, 500_007],
      ["bytes=-5", 206, 2_000_002, 5],
      ["bytes=0-0", 206, 0, 1],
      ["bytes=5-99999999", 206, 5, 2_000_002],
      ["bytes=0-1,5-6", 200, 0, 2_000_007],
      ["lines=1-2", 200, 0, 2_000_007],
      ["bytes=2000007-", 416, 0, 0],
    ] as const) {
      const response = await fileResponse(store, file, get({ range }));
      expect([range, response.status]).toEqual([range, status]);
      const body = Buffer.from(await response.arrayBuffer());
      expect(body.equals(bytes.subarray(from, from + length))).toBe(true);
      const { headers } = response;
      const given = status === 206 ? `${from}-${from + length - 1}` : "*";
      const shown = status === 200 ? null : `bytes ${given}/2000007`;
      expect(headers.get("content-range")).toBe(shown);
      const head = await fileResponse(store, file, get({ range }, "HEAD"));
      expect([head.status, head.body]).toEqual([status, null]);
      expect(head.headers.get("content-length")).toBe(headers.get("content-length"));
    }
  });

  test("is sent whole when a resumed download began with another version", async () => {
    const store = await open();
    const file = await received(store, patternBytes(100));
    const stale = await fileResponse(store, file, get({ range: "bytes=50-", "if-range": '"old"' }));
    expect(stale.status).toBe(200);
    const etag = stale.headers.get("etag") ?? "";
    const resumed = get({ range: "bytes=50-", "if-range": etag });
    expect((await fileResponse(store, file, resumed)).status).toBe(206);
  });

  test("whose upload breaks off at 99 % cannot be used, and is deleted", async () => {
    const store = await open();
    const bytes = patternBytes(3 * partBytes);
    async function* breakingOff() {
      yield* inPieces(bytes.subarray(0, bytes.length * 0.99));
      throw new Error("The connection was closed.");
    }
    const upload = receiveFile(store, {
      name: "a",
      accountId,
      bytes: breakingOff(),
      beginning: async () => {},
    });
    await expect(upload).rejects.toThrow("The connection was closed.");
    const { id } = await store.database.read
      .selectFrom("private_files")
      .select("id")
      .executeTakeFirstOrThrow();
    const using = store.database.write((tx) => keepFiles(tx, [id], accountId));
    await expect(using).rejects.toMatchObject({ code: "conflict" });
    await store.cleanUp();
    expect(await store.counts()).toMatchObject({ files: 0, parts: 0 });
  });

  test("whose process dies during the upload is deleted after half an hour, and never used", async () => {
    const store = await open();
    // The state that a killed process leaves: a file whose last byte never arrived.
    const { id } = await received(store, patternBytes(9 * partBytes));
    await store.database.write((tx) =>
      tx.updateTable("private_files").set({ content_hash: "" }).where("id", "=", id).execute(),
    );
    const using = () => store.database.write((tx) => keepFiles(tx, [id], accountId));
    await expect(using()).rejects.toMatchObject({ code: "conflict" });
    store.time.now += unfinishedMs - 1;
    await store.cleanUp();
    expect(await store.counts()).toMatchObject({ files: 1, parts: 9 });
    store.time.now += 1;
    await store.cleanUp();
    expect(await store.counts()).toMatchObject({ files: 0, parts: 0 });
  });

  test("can be used once, by the account that uploaded it, and is kept when unused files are deleted", async () => {
    const store = await open();
    const file = await received(store, patternBytes(10));
    const use = (account: string) =>
      store.database.write((tx) => keepFiles(tx, [file.id], account));
    await expect(use("account-ben")).rejects.toMatchObject({ code: "conflict" });
    await use(accountId);
    await expect(use(accountId)).rejects.toMatchObject({ code: "conflict" });
    const removed = await received(store, patternBytes(10));
    await store.database.write((tx) => removeFiles(tx, [removed.id]));
    store.time.now += unfinishedMs;
    await store.cleanUp();
    expect(await store.counts()).toMatchObject({ files: 1, parts: 1 });
  });

  test("is refused when it is empty or larger than 50 MB", async () => {
    const store = await open();
    await expect(received(store, new Uint8Array())).rejects.toMatchObject({
      code: "invalid",
      message: "The file “report.bin” is empty. Choose another file.",
    });
    const tooLarge = received(store, new Uint8Array(largestFileBytes + 1));
    await expect(tooLarge).rejects.toMatchObject({ code: "too-large" });
    await store.cleanUp();
    expect(await store.counts()).toMatchObject({ files: 0, parts: 0 });
    const largest = await received(store, new Uint8Array(largestFileBytes));
    expect(largest.byteCount).toBe(largestFileBytes);
  });

  describe("in a form", () => {
    const send = (
      store: ReturnType<typeof openFileStore>,
      { bytes, type }: { readonly bytes: Uint8Array; readonly type: string },
    ) => {
      const body = new ReadableStream({
        async start(controller) {
          for await (const piece of inPieces(bytes)) controller.enqueue(piece);
          controller.close();
        },
      });
      const headers = { "content-type": type };
      const request = { method: "POST", headers, body, duplex: "half" } as RequestInit;
      return receiveForm(store, new Request("http://localhost/", request), (file) =>
        receiveFile(store, { ...file, accountId, beginning: async () => {} }),
      );
    };
    const fileOf = (length: number, name: string) =>
      new File([new Uint8Array(patternBytes(length))], name);

    test("is received with the name of its field, beside the texts of the form; an empty file field is left out", async () => {
      const store = await open();
      const form = await send(
        store,
        await multipart([
          ["text", "Grüße\r\n"],
          ["files", fileOf(1_200_000, "Σπορά.pdf")],
          ["files", new File([], "")],
          ["proof", fileOf(5, "b.txt")],
          ["key", "k1"],
        ]),
      );
      expect(form.values).toEqual({ text: "Grüße\r\n", key: "k1" });
      expect(form.files).toMatchObject([
        { field: "files", file: { name: "Σπορά.pdf", byteCount: 1_200_000 } },
        { field: "proof", file: { name: "b.txt", byteCount: 5 } },
      ]);
      expect(form.refusal).toBe(null);
    });

    test("is refused with the other files of the form, and the texts are kept", async () => {
      const store = await open();
      const many = Array.from({ length: mostFilesAtOnce + 1 }, (_, index) => fileOf(3, `${index}`));
      const form = await send(
        store,
        await multipart([...many.map((file) => ["files", file] as const), ["text", "Hello"]]),
      );
      expect(form).toMatchObject({
        values: { text: "Hello" },
        files: [],
        refusal: { message: "Send at most 20 files at once." },
      });
      const empty = await send(
        store,
        await multipart([
          ["files", fileOf(2_000_000, "good.pdf")],
          ["files", fileOf(0, "empty.pdf")],
          ["files", fileOf(2_000_000, "later.pdf")],
          ["text", "Hello"],
        ]),
      );
      expect(empty.values).toEqual({ text: "Hello" });
      expect(empty.refusal?.message).toContain("empty.pdf");
      await store.cleanUp();
      expect(await store.counts()).toMatchObject({ files: 0, parts: 0 });
    });

    test("that breaks off or is no multipart form data is refused, and leaves nothing", async () => {
      const store = await open();
      const { bytes, type } = await multipart([
        ["text", "Hello"],
        ["files", fileOf(1_000_000, "a.pdf")],
        ["files", fileOf(1_000_000, "b.pdf")],
      ]);
      const cuts = [0.5, 0.99, 0.99999].map((share) => Math.floor(bytes.length * share));
      for (const cut of [
        ...cuts.map((length) => ({ bytes: bytes.subarray(0, length), type })),
        { bytes: Buffer.from("a=b"), type: "multipart/form-data" },
      ]) {
        await expect(send(store, cut)).rejects.toMatchObject({ code: "invalid" });
      }
      await store.cleanUp();
      expect(await store.counts()).toMatchObject({ files: 0, parts: 0 });
    });
  });
});

test.each<[string, Uint8Array, string, string]>([
  ["a PDF", Buffer.from("%PDF-1.7\n"), "application/pdf", "PDF"],
  ["text", Buffer.from("Grüße, Ada"), "text/plain", "Text"],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), "text/plain", "Text"],
  ["cut UTF-8", Buffer.from("Grü").subarray(0, 3), "text/plain", "Text"],
  ["bytes", Buffer.from([0, 1, 2, 250]), "application/octet-stream", "File"],
  [
    "a PNG",
    Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"),
    ...(["image/png", "PNG picture"] as const),
  ],
])("the kind of %s is found by its content", async (_what, bytes, type, kind) => {
  expect(await typeOf(bytes)).toBe(type);
  expect(kindOf(type)).toBe(kind);
});
