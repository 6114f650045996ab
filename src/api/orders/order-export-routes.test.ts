import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

test("customers and visitors cannot export orders, and an invalid filter gets 400", async () => {
  const customer = await site.register("ada@example.com");
  const admin = await site.admin();
  const order = {
    packageName: "Basic",
    customerName: "+Ada",
    customerAddress: "1 Long Acre",
    customerCountry: "Norway",
  };
  await customer.call("POST", "/api/new-order", order);
  expect((await site.call("GET", "/api/orders/export")).status).toBe(401);
  expect((await customer.call("GET", "/api/orders/export")).status).toBe(403);
  for (const wrong of ["status=Sent", "from=2026-02-30", "sort=size", "payment=paid"]) {
    expect((await admin.call("GET", `/api/orders/export?${wrong}`)).status).toBe(400);
  }
  const answer = await admin.call("GET", "/api/orders/export?payment=UnPaid&plan=Basic");
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const lines = (await answer.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    `,"'+Ada","ada@example.com","1 Long Acre","Norway","","Basic",149.00,"USD","UnPaid",`,
  );
  expect(lines[0]).toMatch(/,"Stage","Due at","Waits for"$/);
  expect(lines[1]).toMatch(/,"unpaid","","customer"$/);
  const none = await admin.call("GET", "/api/orders/export?payment=Paid");
  expect((await none.text()).trimEnd().split("\r\n")).toHaveLength(1);
});
