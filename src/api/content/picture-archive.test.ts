import { afterAll, beforeAll, expect, test } from "vitest";
import { readSiteContent } from "#content/records/content-store.server.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import { type PictureFile, variantAddress, variantsOf } from "#media/picture-file.ts";
import { encodeNextVariant } from "#media/uploads/encode-variants.ts";
import { photo } from "../../../tests/support/pictures.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let source: TestSite;
let target: TestSite;
let sourceAdmin: Caller;
let targetAdmin: Caller;
let picture: PictureFile;

beforeAll(async () => {
  [source, target] = await Promise.all([openSite(), openSite()]);
  [sourceAdmin, targetAdmin] = await Promise.all([source.admin(), target.admin()]);
  const asJpeg = { "content-type": "image/jpeg", "x-file-name": "field.jpg" };
  const uploaded = await sourceAdmin.sendBytes("POST", "/api/media", await photo(520, 300), asJpeg);
  picture = (await uploaded.json()) as PictureFile;
  const words = { alt: "Rows of barley", focalX: 0.25 };
  await sourceAdmin.call("PUT", `/api/media-files/${picture._id}`, words);
  const banner = await sourceAdmin.call("GET", "/api/banner");
  const [{ _id, ...values } = {}] = (await banner.json()) as Record<string, string>[];
  const changed = { ...values, imageOne: picture.address };
  expect((await sourceAdmin.call("PUT", `/api/update-banner/${_id}`, changed)).status).toBe(200);
  while (await encodeNextVariant(source.services.media));
});
afterAll(() => Promise.all([source.close(), target.close()]));

const exported = async (admin: Caller) => (await admin.call("GET", "/api/content/export")).text();

function importing(admin: Caller, file: string, query = "") {
  const type = { "content-type": "application/x-ndjson" };
  return admin.sendBytes("POST", `/api/content/import${query}`, Buffer.from(file), type);
}

/** The content and the pictures that the landing page shows. */
async function landing({ services: { database } }: TestSite) {
  const content = await readSiteContent(database.read);
  return { content, pictures: await pictureFactsFor(database.read, content) };
}

test("an export with a damaged picture is refused and changes nothing", async () => {
  const file = await exported(sourceAdmin);
  const before = await exported(targetAdmin);
  const name = `${picture._id}/480.avif","base64":"`;
  const at = file.indexOf(name) + name.length + 400;
  const damaged = `${file.slice(0, at)}${file[at] === "A" ? "B" : "A"}${file.slice(at + 1)}`;
  for (const query of ["?dry-run", ""]) {
    const refused = await importing(targetAdmin, damaged, query);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringMatching(/^Line \d+ of the file .*480\.avif is damaged/),
    });
  }
  expect(await exported(targetAdmin)).toBe(before);
  expect((await target.raw(picture.address)).status).toBe(404);
  const { read } = target.services.database;
  expect(await read.selectFrom("media_staged").select("import_id").execute()).toEqual([]);
});

test("an imported picture has the same bytes and addresses as the exported picture", async () => {
  const file = await exported(sourceAdmin);
  const tried = await importing(targetAdmin, file, "?dry-run");
  expect([tried.status, await tried.json()]).toMatchObject([200, { dryRun: true }]);
  expect((await target.raw(picture.address)).status).toBe(404);
  expect((await importing(targetAdmin, file)).status).toBe(200);

  const addresses = variantsOf(picture.width).map((size) => variantAddress(picture, size));
  expect(addresses).toHaveLength(4);
  for (const address of [picture.address, ...addresses]) {
    const [before, after] = await Promise.all([source.raw(address), target.raw(address)]);
    expect([before.status, after.status]).toEqual([200, 200]);
    expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
    expect(Buffer.from(await after.arrayBuffer())).toEqual(Buffer.from(await before.arrayBuffer()));
  }
  const page = await landing(target);
  expect(page).toEqual(await landing(source));
  expect(page.pictures[picture.address]).toMatchObject({ alt: "Rows of barley", focalX: 0.25 });
  expect(await exported(targetAdmin)).toBe(file);
});

test("an import moves pictures that it does not contain to the trash", async () => {
  const before = await exported(sourceAdmin);
  const other = await openSite();
  const without = await exported(await other.admin());
  await other.close();
  expect((await importing(sourceAdmin, without)).status).toBe(200);
  expect((await source.raw(picture.address)).status).toBe(404);
  expect((await importing(sourceAdmin, before)).status).toBe(200);
  expect((await source.raw(picture.address)).status).toBe(200);
  expect(await exported(sourceAdmin)).toBe(before);
});
