import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import { blocks } from "#content/model/blocks.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
});
afterAll(() => site.close());

const type = { "content-type": "application/x-ndjson" };

async function answer<T>(caller: Caller, method: string, path: string, body?: unknown): Promise<T> {
  const response = await caller.call(method, `/api/content${path}`, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const first = async (block: string) =>
  (await answer<EditableRecord[]>(admin, "GET", `/${block}`))[0] as EditableRecord;

/** Sends the text of an exported file as the body. The other helpers send a body as JSON. */
async function importing(text: string, query = "", headers: Record<string, string> = {}) {
  const signedIn = await site.cookieOfAdmin();
  return site.raw(`/api/content/import${query}`, {
    method: "POST",
    headers: {
      origin: "http://localhost:3000",
      cookie: signedIn,
      "content-length": String(Buffer.byteLength(text)),
      ...type,
      ...headers,
    },
    body: text,
  });
}

describe("The calls that edit content", () => {
  test("return 404 for an unknown record, and 400 with the field for invalid input", async () => {
    const { _id } = await first("banner");
    const banner = `/api/content/banner/${_id}`;
    const faults: [string, string, unknown, number, string?][] = [
      ["GET", "/api/content/nothing", undefined, 404],
      ["GET", "/api/content/pricing-package/nobody", undefined, 404],
      ["PUT", `/api/content/pricing-package/${_id}/draft`, { values: {} }, 404],
      ["POST", `/api/content/pricing-package/${_id}/restore`, { revision: 1 }, 404],
      ["GET", "/api/content/history?limit=0", undefined, 400, "limit"],
      ["GET", "/api/content/history?limit=many", undefined, 400, "limit"],
      ["PUT", `${banner}/draft`, { values: { surprise: "" } }, 400, "surprise"],
      ["PUT", `${banner}/draft`, { values: {}, base: "1" }, 400, "base"],
      ["PUT", `${banner}/draft`, { values: {}, base: 99 }, 400, "base"],
      ["POST", `${banner}/restore`, { revision: 99 }, 400, "revision"],
      ["POST", `${banner}/restore`, {}, 400, "revision"],
      ["POST", `${banner}/move`, {}, 400, "before"],
      ["POST", `${banner}/publish`, { seen: 0 }, 400, "seen"],
      ["POST", `${banner}/duplicate`, {}, 409],
    ];
    for (const [method, path, body, status, place] of faults) {
      const response = await admin.call(method, path, body);
      expect([path, response.status]).toEqual([path, status]);
      const problem = (await response.json()) as { errors?: { path: string }[] };
      if (place !== undefined) expect(problem.errors?.[0]?.path).toBe(place);
    }
  });

  test("have no fixed path segment that is the name of a block", () => {
    const names = Object.values(blocks).map(({ name }) => name as string);
    const taken = ["drafts", "publish-all", "history", "trash", "export", "import"];
    expect(names.filter((name) => taken.includes(name))).toEqual([]);
  });

  test("save, publish, restore, delete, undelete, copy and move a plan, and list its history", async () => {
    const { _id, revision } = await first("pricing-package");
    const plan = `/pricing-package/${_id}`;
    const values = { packagePrice: "159" };
    await answer(admin, "PUT", `${plan}/draft`, { values, base: revision });
    expect(await answer(admin, "GET", "/drafts")).toMatchObject([{ _id, values }]);
    const onSite = async () =>
      (await (await site.call("GET", `/api/pricing/${_id}`)).json()) as object;
    expect(await onSite()).toMatchObject({ packagePrice: "149" });
    await answer(admin, "POST", `${plan}/publish`);
    expect(await onSite()).toMatchObject({ packagePrice: "159" });
    const [newest] = await answer<object[]>(admin, "GET", `${plan}/history?limit=1`);
    const changes = [{ path: "packagePrice", before: "149", after: "159" }];
    expect(newest).toMatchObject({ author: "owner@example.com", changes });
    expect(await answer(admin, "GET", "/history?block=pricing-package&limit=1")).toEqual([newest]);
    await answer(admin, "POST", `${plan}/restore`, { revision });
    expect(await onSite()).toMatchObject({ packagePrice: "149" });
    await admin.call("DELETE", `/api/pricing/${_id}`);
    expect(await answer(admin, "GET", "/trash")).toMatchObject([{ _id, label: "Basic" }]);
    await answer(admin, "POST", `/trash/${_id}/restore`);
    const copy = await answer<EditableRecord>(admin, "POST", `${plan}/duplicate`);
    await answer(admin, "POST", `/pricing-package/${copy._id}/move`, { before: _id });
    expect((await first("pricing-package"))._id).toBe(copy._id);
    await answer(admin, "DELETE", `/pricing-package/${copy._id}/draft`);
    expect((await first("pricing-package"))._id).toBe(_id);
    await answer(admin, "POST", "/pricing-package/draft", { values });
    const refused = await admin.call("POST", "/api/content/publish-all");
    expect(refused.status).toBe(400);
  });

  test("return 409 with both texts when another admin has changed the same field", async () => {
    const { _id, revision, values } = await first("banner");
    const path = `/api/update-banner/${_id}?base=${revision}`;
    await admin.call("PUT", path, { ...values, bannerHeading: "Ploughed" });
    const mine = { ...values, bannerHeading: "Sown", buttonText: "Sow" };
    const response = await admin.call("PUT", path, mine);
    expect(response.status).toBe(409);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const both = { path: "bannerHeading", yours: "Sown", theirs: "Ploughed" };
    expect(await response.json()).toMatchObject({
      status: 409,
      block: "banner",
      _id,
      revision: revision + 1,
      merged: mine,
      conflicts: [
        { ...both, author: "owner@example.com", at: expect.stringMatching(/^\d{4}-.*T/) },
      ],
    });
    expect((await admin.call("PUT", `/api/update-banner/${_id}?base=x`, values)).status).toBe(400);
    expect((await admin.call("PUT", `/api/update-banner/${_id}`, mine)).status).toBe(200);
  });
});

describe("The archive of all content", () => {
  test("is exported and imported, also when it is larger than the body limit of other calls", async () => {
    const response = await admin.call("GET", "/api/content/export");
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="/);
    const file = await response.text();
    const head = file.slice(0, file.indexOf("\n"));
    // Spaces between JSON values make the file larger without changing its content.
    const large = file.replace(head, head.replace(",", `,${" ".repeat(400 * 1024)}`));
    const imported = await importing(large);
    expect([imported.status, await imported.json()]).toMatchObject([200, { dryRun: false }]);
    expect(await (await admin.call("GET", "/api/content/export")).text()).toBe(file);
    // Another call refuses a body of this size. The import itself refuses a body without a
    // Content-Length.
    const length: HeadersInit = { "content-length": String(Buffer.byteLength(large)) };
    for (const headers of [{}, length]) {
      const elsewhere = await admin.call("POST", "/api/add-banner", { large }, headers);
      expect(elsewhere.status).toBe(413);
    }
    const silent = await importing(large, "", { "transfer-encoding": "chunked" });
    expect(silent.status).toBe(413);
    const endless = await importing(file, "", { "content-length": String(2 ** 40) });
    expect(endless.status).toBe(413);
  });

  test("is refused with the number of an invalid line, and with 415 for another content type", async () => {
    const broken = await importing("{}\n");
    expect([broken.status, await broken.json()]).toMatchObject([
      400,
      { errors: [{ path: "lines.1" }] },
    ]);
    expect((await importing("", "", { "content-type": "text/plain" })).status).toBe(415);
  });
});
