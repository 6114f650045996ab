import sharp, { type Sharp } from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { PictureFileWithUses } from "#media/picture-file.ts";
import { blackPng, gifWithHtml, html, photo, svg } from "../../../tests/support/pictures.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";
import { waitFor } from "../../../tests/support/wait-for.ts";

let site: TestSite;
let admin: Caller;
let jpeg: Buffer;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  jpeg = await photo(600, 400);
});
afterAll(() => site.close());
afterEach(() => vi.restoreAllMocks());

const asJpeg = { "content-type": "image/jpeg", "x-file-name": "field.jpg" };

async function upload(bytes: Uint8Array = jpeg, name = "field.jpg"): Promise<PictureFileWithUses> {
  const headers = { ...asJpeg, "x-file-name": encodeURIComponent(name) };
  const answer = await admin.sendBytes("POST", "/api/media", bytes, headers);
  expect(answer.status).toBe(201);
  return (await answer.json()) as PictureFileWithUses;
}

async function listed(query = ""): Promise<PictureFileWithUses[]> {
  return (await (await admin.call("GET", `/api/media-files${query}`)).json()) as [];
}

describe("Uploads", () => {
  test("are accepted as the body or in a form, and return the picture", async () => {
    const file = await upload(jpeg, "../../grüne Wiese.jpg");
    expect(file).toMatchObject({
      _id: expect.any(String),
      address: `/media/${file._id}`,
      name: "grüne Wiese.jpg",
      alt: "",
      width: 600,
      height: 400,
      uploadedBytes: jpeg.length,
      uploadedBy: "owner@example.com",
      state: "encoding",
    });
    const form = new FormData();
    form.set("file", new File([new Uint8Array(jpeg)], "../../x"));
    form.set("alt", "A field");
    const request = new Request("http://localhost", { method: "POST", body: form });
    const type = request.headers.get("content-type") ?? "";
    const body = new Uint8Array(await request.arrayBuffer());
    const answer = await admin.sendBytes("POST", "/api/media", body, { "content-type": type });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ name: "x", alt: "A field" });
  });

  async function expectRefusal(bytes: Uint8Array, status: number, words: string): Promise<void> {
    const before = await listed();
    const headers = { "content-type": "image/png", "x-file-name": "holiday.png" };
    const answer = await admin.sendBytes("POST", "/api/media", bytes, headers);
    expect(answer.status).toBe(status);
    expect(((await answer.json()) as { detail: string }).detail).toContain(words);
    expect(await listed()).toEqual(before);
  }

  test.each([
    ["an SVG without shapes", svg, 400, "no shapes"],
    ["HTML", html, 415, "not supported"],
    ["a PDF", Buffer.from("%PDF-1.7\n"), 415, "not supported"],
    ["zero bytes", Buffer.alloc(0), 400, "empty"],
    ["900 megapixels", blackPng(30_000, 30_000), 400, "40 megapixels"],
    ["41 megapixels", blackPng(8200, 5000), 400, "40 megapixels"],
    ["a very long strip", blackPng(17_000, 2), 400, "16000 pixels"],
    ["16 MB", Buffer.alloc(16 * 1024 * 1024, 1), 413, "too large"],
    ["a little over 15 MB", Buffer.alloc(15 * 1024 * 1024 + 1, 1), 413, "15 MB"],
  ])(
    "of %s are refused with a message before a pixel is decoded",
    async (_what, bytes, status, words) => {
      const reading = vi.spyOn(sharp.prototype, "toBuffer");
      await expectRefusal(bytes, status, words);
      expect(reading).not.toHaveBeenCalled();
    },
  );

  test("are decoded one by one, and refused while twenty wait", async () => {
    const { metadata } = sharp.prototype;
    let goOn: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    onTestFinished(() => goOn());
    const reading = vi.spyOn(sharp.prototype, "metadata");
    reading.mockImplementationOnce(async function (this: Sharp) {
      await held;
      return metadata.call(this);
    });
    const refused: Response[] = [];
    const uploads = Array.from({ length: 1 + 20 + 3 }, async () => {
      const answer = await admin.sendBytes("POST", "/api/media", jpeg, asJpeg);
      if (answer.status === 429) refused.push(answer);
      return answer.status;
    });
    await waitFor(() => expect(refused).toHaveLength(3));
    // All 24 uploads have arrived: three were refused, one is being decoded and twenty wait.
    expect(reading).toHaveBeenCalledTimes(1);
    expect(refused[0]?.headers.get("retry-after")).toBe("5");
    goOn();
    const statuses = await Promise.all(uploads);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1 + 20);
  });

  test("of a damaged or incomplete picture are refused", async () => {
    for (const bytes of [
      blackPng(100, 100).subarray(0, 60),
      Buffer.from("\xff\xd8\xff", "latin1"),
      ...[0.3, 0.99].map((share) => jpeg.subarray(0, Math.round(jpeg.length * share))),
    ])
      await expectRefusal(bytes, 400, "damaged");
  });

  test("of 40 megapixels are accepted and scaled down", async () => {
    expect(await upload(blackPng(8000, 5000))).toMatchObject({ width: 1920, height: 1200 });
  });

  test("of a picture with an embedded web page are stored without the web page", async () => {
    const polyglot = await gifWithHtml();
    expect(polyglot.includes("<script>")).toBe(true);
    const { address } = await upload(polyglot, "x.html");
    const answer = await site.raw(address);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await answer.arrayBuffer()).includes("script")).toBe(false);
  });

  test("are refused with another content type, without a file, and without a Content-Length", async () => {
    expect((await admin.call("POST", "/api/media", { file: "x" })).status).toBe(415);
    const type = "multipart/form-data; boundary=x";
    const empty = Buffer.from("--x--\r\n");
    const withType = { "content-type": type };
    expect((await admin.sendBytes("POST", "/api/media", empty, withType)).status).toBe(400);
    const chunked = await site.raw("/api/media", {
      method: "POST",
      headers: asJpeg,
      body: new Blob([new Uint8Array(300_000)]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
    const elsewhere = Buffer.alloc(300_000);
    expect((await admin.sendBytes("POST", "/api/add-message", elsewhere)).status).toBe(413);
  });
});
