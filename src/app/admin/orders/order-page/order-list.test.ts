import { expect, test } from "vitest";
import { everyOrder } from "#search/order-search.ts";
import { openedFrom, orderPath } from "./order-list.server.ts";

type Opened = Parameters<typeof openedFrom>[1];

const origin = "https://shop.example";
const id = "order-1";
const order = `/admin/payment-status/${id}`;
const paid = "/total-orders?payment=Paid&page=2";

const unpaid = { id, paymentStatus: "UnPaid", orderStatus: "Pending" } as const;

function ask(path: string, referer?: string, method = "GET", opened: Opened = unpaid) {
  const headers = new Headers(referer === undefined ? [] : [["referer", referer]]);
  return openedFrom(new Request(origin + path, { method, headers }), opened);
}

function redirectOf(path: string, referer: string, opened: Opened = unpaid): string | null {
  try {
    ask(path, referer, "GET", opened);
  } catch (error) {
    if (error instanceof Response) return error.headers.get("location");
    throw error;
  }
  return null;
}

test("opening an order in a list redirects to a URL that names the list", () => {
  const location = redirectOf(order, origin + paid);
  expect(location).toBe(orderPath(id, paid));
  expect(ask(location ?? "", `${origin}/payments`)).toEqual({
    path: paid,
    list: { search: { ...everyOrder, payment: "Paid" } },
  });
});

test("an order opened on a customer's page has that customer's other orders as neighbours", () => {
  const location = redirectOf(order, `${origin}/people/account-7`);
  expect(ask(location ?? "").list).toEqual({ accountId: "account-7" });
});

test.each([
  ["nothing", undefined],
  ["the list of all orders", `${origin}/total-orders`],
  ["another screen", `${origin}/payments?older=1`],
  ["another site", "https://elsewhere.example/"],
  ["garbage", "not a URL"],
])("an order opened from %s has all orders, newest first, as neighbours", (_where, referer) => {
  expect(ask(order, referer)).toEqual({ path: null, list: { search: everyOrder } });
});

test.each([
  "/total-orders?payment=Free",
  "/admin",
  "https://elsewhere.example/total-orders",
  "//elsewhere.example",
  "/people/../x",
  "",
])("an order has all orders as neighbours if the list in its URL is invalid: %s", (list) => {
  expect(ask(orderPath(id, list)).list).toEqual({ search: everyOrder });
});

test("an order to deliver, opened on the dashboard, has the other orders to deliver as neighbours", () => {
  const paid = { ...unpaid, paymentStatus: "Paid" } as const;
  const location = redirectOf(order, `${origin}/admin`, paid) ?? "";
  expect(ask(location).list).toEqual({
    search: { ...everyOrder, payment: "Paid", status: "Pending", sort: "oldest" },
  });
  expect(redirectOf(order, `${origin}/admin`)).toBeNull();
});
