import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSiteContent } from "#content/records/content-store.server.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import type { PictureFileWithUses } from "#media/picture-file.ts";
import { encodeNextVariant } from "#media/uploads/encode-variants.ts";
import { photo } from "../../../tests/support/pictures.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;
let jpeg: Buffer;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  jpeg = await photo(600, 400);
});
afterAll(() => site.close());

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

describe("The media library", () => {
  test("refuses invalid input with the name of the field, and an unknown id with 404", async () => {
    const { _id } = await upload();
    for (const [body, path] of [
      [{ focalX: 2 }, "focalX"],
      [{ focalY: "0.5" }, "focalY"],
      [{ alt: "x".repeat(301) }, "alt"],
      [{ alt: "\u0000" }, "alt"],
      [{ name: "x" }, "name"],
    ] as const) {
      const answer = await admin.call("PUT", `/api/media-files/${_id}`, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ path }] });
    }
    for (const query of ["limit=0", "limit=101", "limit=x", "search=%00", "after=%00"]) {
      expect((await admin.call("GET", `/api/media-files?${query}`)).status).toBe(400);
    }
    for (const id of ["unknown", "%00", "..%2f..%2fx", "x".repeat(500)]) {
      expect((await admin.call("GET", `/api/media-files/${id}`)).status).toBe(404);
      expect((await admin.call("PUT", `/api/media-files/${id}`, {})).status).toBe(404);
      expect((await admin.call("DELETE", `/api/media-files/${id}`)).status).toBe(404);
      const file = await admin.sendBytes("PUT", `/api/media-files/${id}/file`, jpeg, asJpeg);
      expect(file.status).toBe(404);
    }
  });
});

describe("Pictures on the site", () => {
  test("keep their address when the file is replaced, and let browsers cache each size for a year", async () => {
    const file = await upload();
    while (await encodeNextVariant(site.services.media));
    const stable = await site.raw(file.address);
    expect(stable.headers.get("cache-control")).toBe("public, max-age=60");
    const etag = stable.headers.get("etag") ?? "";
    const again = await site.raw(file.address, { headers: { "if-none-match": etag } });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);

    for (const [format, width] of [
      ["avif", 480],
      ["webp", 600],
    ] as const) {
      const path = `${file.address}-${file.version}-${width}.${format}`;
      const size = await site.raw(path);
      expect(size.headers.get("content-type")).toBe(`image/${format}`);
      expect(size.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect((await sharp(await size.arrayBuffer()).metadata()).width).toBe(width);
      const head = await site.raw(path, { method: "HEAD" });
      expect(head.headers.get("content-length")).toBe(size.headers.get("content-length"));
    }

    const path = `/api/media-files/${file._id}/file`;
    const replaced = await admin.sendBytes("PUT", path, await photo(320, 200), asJpeg);
    expect(await replaced.json()).toMatchObject({ address: file.address, width: 320 });
    const after = await site.raw(file.address, { headers: { "if-none-match": etag } });
    expect(after.status).toBe(200);
    expect((await sharp(await after.arrayBuffer()).metadata()).width).toBe(320);
  });

  test("are not found at similar or made-up addresses", async () => {
    const { address, version } = await upload();
    for (const path of [
      "/media/",
      "/media/unknown",
      "/media/..%2f..%2ffurrow.db",
      "/media/%00",
      "/media/019a0000-0000-7000-8000-000000000000",
      `${address}/`,
      `${address}.webp`,
      `${address}-${version}-481.avif`,
      `${address}-${version}-600.source`,
      `${address}-000000000000-600.webp`,
    ]) {
      const answer = await site.raw(path);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  test("on another server are never fetched by Furrow itself (SSRF)", async () => {
    let asked = 0;
    const stranger = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/latest/meta-data`;
    const [banner] = (await (await site.call("GET", "/api/banner")).json()) as [object];
    const { _id, ...values } = banner as Record<string, string>;
    const save = (imageOne?: string) =>
      admin.call("PUT", `/api/update-banner/${_id}`, { ...values, imageOne });
    expect((await save(address)).status).toBe(200);
    const { database } = site.services;
    expect(await pictureFactsFor(database.read, await readSiteContent(database.read))).toEqual({});
    await listed();
    await save(values.imageOne);
    expect((await admin.call("POST", "/api/media", { address })).status).toBe(415);
    expect(asked).toBe(0);
    await new Promise((resolve) => stranger.close(resolve));
  });
});
