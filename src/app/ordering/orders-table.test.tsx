import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { MarkedOrderView } from "../order-room/order-view.server.ts";
import { OrdersTable } from "./orders-table.tsx";

const row: Omit<MarkedOrderView, "id" | "number" | "paymentStatus"> = {
  date: "11/22/26",
  fullDate: "Nov 22, 2026, 15:03 UTC",
  isoDate: "2026-11-22T15:03:54.000Z",
  customerName: "Mary Quince",
  companyName: "",
  customerEmail: "mary@quince.example",
  customerAddress: "1 Long Acre, Norway",
  customerWebsite: "",
  packageId: "standard",
  packageName: "Standard",
  price: "$299.00",
  orderStatus: "Pending",
  paymentMark: null,
};

const items: MarkedOrderView[] = [
  { ...row, id: "d", number: 15, paymentStatus: "Paid" },
  { ...row, id: "c", number: 14, paymentStatus: "UnPaid" },
  { ...row, id: "b", number: 13, paymentStatus: "UnPaid", packageName: "Basic", price: "$149.00" },
  { ...row, id: "a", number: 12, paymentStatus: "UnPaid" },
];

const render = (shown = items) =>
  renderToStaticMarkup(
    <OrdersTable
      caption="My Orders"
      numberColumn="No."
      dateColumn="Date"
      withAmount={false}
      orders={{ items: shown, offset: 0, page: 1, pageCount: 1, total: shown.length }}
      path="/my-order"
    />,
  );

test("only the first order to pay has a primary button", () => {
  const buttons = [...render().matchAll(/<a class="button button--(\w+)" href="([^"]*)"/g)];
  expect(buttons.map(([, variant, href]) => [href, variant])).toEqual([
    ["/pay-now/c", "primary"],
    ["/pay-now/b", "secondary"],
    ["/pay-now/a", "secondary"],
  ]);
});

test("an order with a payment in progress shows this state and has no primary button", () => {
  const marks = { e: "on-its-way", c: "on-its-way", b: "to-decide" } as const;
  const cancelled = { ...row, id: "e", number: 16, paymentStatus: "Cancelled" } as const;
  const html = render(
    [cancelled, ...items].map((order) => ({
      ...order,
      paymentMark: marks[order.id as keyof typeof marks] ?? null,
    })),
  );
  const cells = [...html.matchAll(/<td data-label="Payment Status">(.*?)<\/td>/g)];
  const read = (cell = "") => cell.replaceAll(/(<[^>]+>)+/g, " ").trim();
  expect(cells.map(([, cell]) => read(cell))).toEqual([
    "You Have Cancelled Payment on its way",
    "You Have Paid",
    "Payment on its way Pay Now",
    "Payment being checked Pay Now",
    "Pay Now",
  ]);
  const primary = [...html.matchAll(/button--primary" href="([^"]*)"/g)].map(([, href]) => href);
  expect(primary).toEqual(["/pay-now/a"]);
});
