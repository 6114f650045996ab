import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, openSite, orderBy, type TestSite } from "../../tests/support/servers/site.ts";
import { blocks } from "../content/model/blocks.ts";
import { newId } from "../platform/ids.ts";
import type { OpenApiDocument } from "./docs/openapi-document.ts";

const listsByTime = ["/api/messages", "/api/subscribers", "/api/payments/reviews"];
const picturesNewestFirst = "/api/media-files";
const notFound = { status: 404, title: "Not found", requestId: expect.any(String) };

let site: TestSite;
let admin: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  await orderBy(await site.register("ada@example.com"));
});
afterAll(() => site.close());

const statements = [
  "'",
  "' or '1'='1",
  "1; drop table orders",
  "1 union select password from account--",
  '"); --',
  "%' --",
  "\\",
  "*",
];

test("a statement is refused as an id", async () => {
  for (const id of statements.map(encodeURIComponent)) {
    for (const path of ["order", "message", "banner", "pricing", "users", "media-files"]) {
      const answer = await admin.call("GET", `/api/${path}/${id}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const status = { orderStatus: "Delivered" };
    expect((await admin.call("PUT", `/api/order-status/${id}`, status)).status).toBe(404);
    const cancellation = { paymentStatus: "Cancelled" };
    expect((await admin.call("PUT", `/api/order-cancelled/${id}`, cancellation)).status).toBe(404);
  }
});

test("a statement and an invalid number are refused as the limit, the filter or the sort of a list", async () => {
  for (const value of [...statements, "-1", "0", "1e9", "NaN", "1.5", " 1", "0x10", "١"]) {
    const asked = encodeURIComponent(value);
    for (const path of [
      `orders?limit=${asked}`,
      `messages?limit=${asked}`,
      `subscribers?limit=${asked}`,
      `orders/export?sort=${asked}`,
      `orders/export?payment=${asked}`,
      `orders/export?from=${asked}`,
    ]) {
      const answer = await admin.call("GET", `/api/${path}`);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(await answer.text()).not.toMatch(/sqlite|select |syntax|\bat \S+\.ts/i);
    }
    // A list that ignored an unknown id in `after` or an unknown plan would return everything.
    const behind = await admin.call("GET", `/api/orders?after=${asked}`);
    expect([200, 400, 404]).toContain(behind.status);
    if (behind.status === 200) expect(await behind.json()).toEqual([]);
    const others = await admin.call("GET", `/api/orders/export?plan=${asked}`);
    expect((await others.text()).trimEnd().split("\r\n")).toHaveLength(1);
  }
});

test("a request for a list with an unknown `after` gets 400, 404 or an empty list, never the first page", async () => {
  const document = (await (await site.raw("/api/openapi.json")).json()) as OpenApiDocument;
  const lists = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get?.parameters.some(({ name }) => name === "after") && path !== picturesNewestFirst
      ? [{ path, get }]
      : [],
  );
  expect(lists.length).toBeGreaterThan(Object.keys(blocks).length);
  for (const { path, get } of lists) {
    const impossible = await admin.call("GET", `${path}?limit=2&after=%00`);
    expect([path, impossible.status]).toEqual([path, 400]);
    const unknown = await admin.call("GET", `${path}?limit=2&after=${newId()}`);
    // A list that is sorted by id accepts every id as a position, also the id of a deleted record.
    const isKnown = listsByTime.includes(path);
    expect([path, unknown.status]).toEqual([path, isKnown ? 200 : 404]);
    expect(await unknown.json()).toEqual(isKnown ? [] : expect.objectContaining(notFound));
    expect(Object.keys(get.responses)).toContain("404");
  }
});

test("the site's only order is still stored after the hostile requests", async () => {
  expect(await (await admin.call("GET", "/api/orders")).json()).toHaveLength(1);
});
