import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type TestSite } from "../../tests/support/servers/site.ts";
import { newId } from "../platform/ids.ts";

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test("a wrong method gets 405 with the allowed methods, and an undocumented path gets 404", async () => {
  const id = newId();
  for (const [method, path, allow] of [
    ["DELETE", "/api/orders", "GET, HEAD, OPTIONS"],
    ["GET", "/api/new-order", "OPTIONS, POST"],
    ["HEAD", "/api/new-order", "OPTIONS, POST"],
    ["PATCH", `/api/banner/${id}`, "DELETE, GET, HEAD, OPTIONS"],
    ["POST", "/api/openapi.json", "GET, HEAD, OPTIONS"],
  ] as const) {
    const answer = await site.raw(path, { method });
    expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, allow]);
    if (method === "HEAD") continue;
    expect(await answer.json()).toMatchObject({ title: "Wrong method", status: 405 });
  }
  const asked = await site.raw("/api/orders", { method: "OPTIONS" });
  expect([asked.status, asked.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
  for (const path of ["/api/orders/", "/api/no-such-call"]) {
    const answer = await site.raw(path, { method: "DELETE" });
    expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 404, null]);
  }
});
