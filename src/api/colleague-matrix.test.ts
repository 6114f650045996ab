import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { callTable } from "../../tests/support/rights/authorisation-table.ts";
import { colleagueCalls, colleaguePages } from "../../tests/support/rights/colleague-table.ts";
import { pageTable } from "../../tests/support/screens/page-table.ts";
import {
  accountIdOf,
  type Caller,
  colleagueOf,
  openSite,
  orderBy,
  type TestSite,
} from "../../tests/support/servers/site.ts";
import { scaled } from "../../tests/support/time-limits.ts";
import { everyCompanyRight } from "../policy/company.ts";
import type { OpenApiDocument } from "./docs/openapi-document.ts";
import { checkMs } from "./orders/order-change-routes.ts";

type Colleague = "only orders" | "only payments" | "removed";

let site: TestSite;
let orderId: string;
let holder: Caller;
let colleagues: Readonly<Record<Colleague, Caller>>;

beforeAll(async () => {
  site = await openSite();
  holder = await site.register("customer@example.com");
  orderId = await orderBy(holder);
  const rights = { orders: false, payments: false, mayOrder: false, people: false };
  colleagues = {
    "only orders": await colleagueOf(site, holder, { ...rights, orders: true }),
    "only payments": await colleagueOf(site, holder, { ...rights, payments: true }),
    removed: await colleagueOf(site, holder, everyCompanyRight),
  };
  const removed = `/api/my-company/people/${await accountIdOf(colleagues.removed)}`;
  expect((await holder.call("DELETE", removed)).status).toBe(200);
});
afterAll(() => site.close());

function exampleOf({ paths }: OpenApiDocument, call: string): unknown {
  const [method = "", path = ""] = call.split(" ");
  const content = paths[path]?.[method.toLowerCase()]?.requestBody?.content;
  return content?.["application/json"]?.example;
}

/** Calls and pages about one order, which answer 404 to another customer. */
const callsOfOrders = Object.entries(callTable).flatMap(([call, cells]) =>
  cells[2] === 404 && cells[1] !== 404 && /\/order(-cancelled)?\//.test(call) ? [call] : [],
);
const pagesOfOrders = Object.entries(pageTable).flatMap(([path, cells]) =>
  cells["another customer"] === 404 && path.includes(":orderId") ? [path] : [],
);

test("the table of colleagues has a line for every call and page about an order", () => {
  expect(Object.keys(colleagueCalls).toSorted()).toEqual(callsOfOrders.toSorted());
  expect(Object.keys(colleaguePages).toSorted()).toEqual(pagesOfOrders.toSorted());
});

const rightOf = { "only orders": "orders", "only payments": "payments", removed: "none" } as const;

test("a colleague reaches exactly the calls and pages of their rights, and none after the removal from the company", {
  timeout: scaled(60_000),
}, async () => {
  const wrong: string[] = [];
  const document: OpenApiDocument = await (await site.call("GET", "/api/openapi.json")).json();
  for (const [name, caller] of Object.entries(colleagues)) {
    const right = rightOf[name as Colleague];
    const mayReach = (needed: string) =>
      right !== "none" && (needed === "either" || needed === right);
    for (const [call, needed] of Object.entries(colleagueCalls)) {
      const [method = "", path = ""] = call.split(" ");
      const address = path
        .replace("{id}", orderId)
        .replace("{number}", "1")
        .replace(/\{\w+\}/, "unknown");
      const body = exampleOf(document, call);
      const answer = await caller.call(method, address, body, { "idempotency-key": "key" });
      const isEndless = answer.headers.get("content-type") === "text/event-stream";
      const text = isEndless ? "" : await answer.text();
      if (isEndless) await answer.body?.cancel();
      // A colleague with a right to the order may still get 404 for a missing file or delivery.
      const isRefused = answer.status === 404 && text.includes("There is no such order.");
      if (isRefused === mayReach(needed)) wrong.push(`${call} by ${name}: ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a colleague without the right to payments sees no price in any answer about orders", async () => {
  const readable = Object.entries(colleagueCalls).flatMap(([call, needed]) =>
    call.startsWith("GET ") && needed !== "payments" && !call.endsWith("/changes") ? [call] : [],
  );
  const paths = ["/api/orders", ...readable.map((call) => call.split(" ")[1] ?? "")];
  for (const path of paths) {
    const answer = await colleagues["only orders"].call(
      "GET",
      path.replace("{id}", orderId).replace(/\{\w+\}/, "unknown"),
    );
    expect(await answer.text(), path).not.toMatch(/\b149(00)?\b/);
  }
  const whole = await colleagues["only payments"].call("GET", `/api/order/${orderId}`);
  expect((await whole.json()).packagePrice).toBe("149");
});

test("the stream of an open page ends when the colleague who opened it is removed from the company", async () => {
  const colleague = colleagues["only orders"];
  const removed = `/api/my-company/people/${await accountIdOf(colleague)}`;
  // The periodic check of the rights comes later, so the removal itself must end the stream.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { body } = await colleague.call("GET", `/api/order/${orderId}/changes`);
  const reader = body?.getReader();
  if (reader === undefined) throw new Error("There is no stream.");
  expect((await reader.read()).done).toBe(false);
  let isOver = false;
  const reading = (async () => {
    while (!(await reader.read()).done);
    isOver = true;
  })();
  await holder.call("DELETE", removed);
  for (let waited = 0; !isOver && waited < checkMs / 2; waited += 10) {
    await vi.advanceTimersByTimeAsync(10);
    await new Promise((go) => setImmediate(go));
  }
  expect(isOver).toBe(true);
  await reading;
});
