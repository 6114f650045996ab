import { afterAll, beforeAll, expect, test } from "vitest";
import { formulasIn } from "./support/csv-readers.ts";
import { restOrder, restPayment } from "./support/orders/rest-order.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, register, WebClient } from "./support/servers/web-client.ts";
import { readSourceFiles } from "./support/source-files.ts";

const link = 'x;=HYPERLINK("http://evil.example")';
const sum = "x\t＝1+1, @SUM(1)";

let furrow: FurrowServer;
beforeAll(async () => {
  furrow = await startFurrow();
  const visitor = new WebClient(furrow.url);
  const message = { name: link, subject: sum, message: `Hi\n${link}`, email: "+1@example.com" };
  await visitor.call("POST", "/add-message", message);
  await visitor.call("POST", "/add-subscriber", { subemail: "+2@example.com" });
  const customer = await register(furrow.url, "+ada@example.com");
  const { _id } = await customer.call<{ _id: string }>("POST", "/new-order", {
    ...restOrder,
    customerName: link,
    customerAddress: `Lane\n${sum}`,
    customerCountry: sum,
  });
  const form = { ...restOrder, packageName: "Premium", customerName: link };
  await customer.call("POST", "/new-order", form);
  const admin = await adminOf(furrow);
  const payment = { ...restPayment(), reference: link };
  await admin.call("POST", `/order/${_id}/payments`, payment, { "idempotency-key": "paid" });
});
afterAll(() => furrow.stop());

const exports = [
  "/api/orders/export",
  "/api/subscribers.csv",
  ...["messages", "mails", "people", "payments", "subscriptions", "site-checks"].map(
    (list) => `/admin/csv/${list}`,
  ),
];
/** Exports without a row that a stranger has filled in this test. */
const empty = ["/admin/csv/site-checks"];

test("no export has a formula for a reader of any separator", async () => {
  const admin = await adminOf(furrow);
  for (const path of exports) {
    const { status, text } = await admin.see(path);
    expect([path, status, formulasIn(text)]).toEqual([path, 200, []]);
    // The apostrophe shows that a text was defused, so that the file has something to find.
    expect([path, text.includes("'")]).toEqual([path, !empty.includes(path)]);
  }
});

test("every file that sends or saves CSV is known here", () => {
  const writers = readSourceFiles("src", [".ts", ".tsx"]).filter(
    ({ path, text }) => text.includes('"text/csv') && !path.includes(".test."),
  );
  expect(writers.map(({ path }) => path)).toEqual([
    "src/api/orders/order-routes.ts",
    "src/api/people/inbox-routes.ts",
    // Saves selected rows in the browser.
    "src/app/admin/frame/list/take-rows.tsx",
    // What a simulated provider exports, with texts of the program alone.
    "src/app/admin/money/books/sandbox-statement.ts",
    // Sends the lists of the panel as well.
    "src/http/streamed-body.ts",
  ]);
});
