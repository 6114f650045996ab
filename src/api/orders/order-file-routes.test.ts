import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { largestFileBytes } from "#files/file-limits.ts";
import { multipart } from "../../../tests/support/orders/private-files.ts";
import { openS3Server, type S3Server } from "../../../tests/support/servers/s3-server.ts";
import {
  type Caller,
  openSite,
  orderBy,
  type TestSite,
} from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;
let ada: Caller;
let ben: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  ada = await site.register("ada@example.com");
  ben = await site.register("ben@example.com");
});
afterAll(() => site.close());

async function upload(caller: Caller, path: string, file: File, key: string, field = "file") {
  const { bytes, type } = await multipart([[field, file]]);
  return caller.sendBytes("POST", path, bytes, { "content-type": type, "idempotency-key": key });
}

const survey = () => new File(["%PDF-1.7\n", "barley ".repeat(1000)], "Prüfung.pdf");

describe("Files of an order over REST", () => {
  test("can be uploaded, listed, read in ranges and removed only by people with a right to the order", async () => {
    const path = `/api/order/${await orderBy(ada, admin)}/files`;
    const uploaded = await upload(ada, path, survey(), "k1");
    expect(uploaded.status).toBe(201);
    const file = await uploaded.json();
    expect(file).toMatchObject({
      name: "Prüfung.pdf",
      kind: "PDF",
      type: "application/pdf",
      bytes: 7009,
      from: "customer",
      author: "",
      message: null,
    });
    expect(await (await upload(ada, path, survey(), "k1")).json()).toEqual(file);
    expect(await (await admin.call("GET", path)).json()).toEqual({
      files: [file],
      bytes: 7009,
      mostBytes: 1_000_000_000,
    });

    const read = (caller: Caller, method = "GET", headers = {}) =>
      caller.call(method, `${path}/${file._id}`, undefined, headers);
    const whole = await read(admin);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": "7009",
      "content-security-policy": "sandbox",
      "cache-control": "private, no-store, no-transform",
      "x-content-type-options": "nosniff",
      "content-disposition": expect.stringMatching(/^attachment; .*UTF-8''Pr%C3%BCfung\.pdf$/),
    });
    expect((await whole.text()).startsWith("%PDF-1.7\nbarley")).toBe(true);
    const part = await read(ada, "GET", { range: "bytes=9-14", "accept-encoding": "gzip" });
    expect([part.status, await part.text()]).toEqual([206, "barley"]);
    expect(part.headers.get("content-encoding")).toBe(null);
    const head = await read(ada, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      "7009",
      "",
    ]);

    for (const method of ["GET", "HEAD", "DELETE"]) {
      expect((await read(ben, method)).status).toBe(404);
      expect((await read(site, method)).status).toBe(401);
    }
    expect((await read(ada, "DELETE")).status).toBe(200);
    for (const caller of [ada, admin]) expect((await read(caller)).status).toBe(404);
  });

  test("that contain HTML are sent as plain text attachments, so that browsers save them", async () => {
    const path = `/api/order/${await orderBy(ada, admin)}/files`;
    const page = new File(["<script>alert(1)</script>"], "page.html", { type: "text/html" });
    const { _id } = await (await upload(ada, path, page, "k2")).json();
    const { headers } = await ada.call("GET", `${path}/${_id}`);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
  });

  test("are accepted only as one file in a form, with an idempotency key, for an order of the sender", async () => {
    const path = `/api/order/${await orderBy(ada, admin)}/files`;
    const json = await ada.call("POST", path, {}, { "idempotency-key": "k3" });
    expect(json.status).toBe(415);
    expect((await upload(ada, path, survey(), "k3", "other")).status).toBe(400);
    expect((await upload(ada, path, survey(), "")).status).toBe(400);
    expect((await upload(ben, path, survey(), "k3")).status).toBe(404);
    expect((await upload(site, path, survey(), "k3")).status).toBe(401);
    const tooLarge = new File([new Uint8Array(largestFileBytes + 1)], "large.bin");
    expect((await upload(ada, path, tooLarge, "k3")).status).toBe(413);
    expect(await (await ada.call("GET", path)).json()).toMatchObject({ files: [], bytes: 0 });
  });
});

describe("A site with a bucket", () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await openS3Server();
  });
  afterAll(() => s3.close());

  test("stores files of orders in the bucket, and answers 503 with a message while the bucket fails", async () => {
    const withBucket = await openSite({ FILES_URL: s3.url });
    try {
      const people = {
        admin: await withBucket.admin(),
        ada: await withBucket.register("ada@example.com"),
      };
      const path = `/api/order/${await orderBy(people.ada, people.admin)}/files`;
      const uploaded = await upload(people.ada, path, survey(), "k1");
      expect(uploaded.status).toBe(201);
      const { _id } = await uploaded.json();
      expect([...s3.objects.values()].map(({ length }) => length)).toEqual([7009]);
      const part = await people.ada.call("GET", `${path}/${_id}`, undefined, {
        range: "bytes=9-14",
      });
      expect([part.status, await part.text()]).toEqual([206, "barley"]);

      s3.behave = () => "down";
      const answers = [
        [await people.ada.call("GET", `${path}/${_id}`), "cannot be downloaded at the moment"],
        [await upload(people.ada, path, survey(), "k2"), "cannot be stored at the moment"],
      ] as const;
      for (const [answer, sentence] of answers) {
        expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
        expect(await answer.text()).toContain(sentence);
      }
      const { files } = await (await people.ada.call("GET", path)).json();
      expect(files).toHaveLength(1);
    } finally {
      await withBucket.close();
    }
  });
});
