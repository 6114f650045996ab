import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ListedOrder } from "./orders-page.server.ts";
import { OrdersTable } from "./orders-table.tsx";

const row: Omit<ListedOrder, "id" | "number" | "paymentStatus" | "nextStep"> = {
  date: "11/22/26",
  fullDate: "Nov 22, 2026, 15:03 UTC",
  day: "Nov 29, 2026",
  isoDate: "2026-11-22T15:03:54.000Z",
  customerName: "Mary Quince",
  companyName: "",
  billedTo: [],
  customerEmail: "mary@quince.example",
  customerAddress: "1 Long Acre, Norway",
  customerWebsite: "",
  packageId: "standard",
  packageName: "Standard",
  price: "$299.00",
  pricePer: "$299.00",
  charged: "once",
  isFree: false,
  isFirstOther: false,
  taxWords: "",
  lines: [],
  orderStatus: "Pending",
  paymentMark: null,
  paidWords: "You Have Paid",
};

const atWork = { kind: "work", words: "We are at work", action: null } as const;
const toPay = (id: string) =>
  ({
    kind: "pay",
    words: "Pay $299.00, then we begin",
    action: { text: "Pay Now", path: `/pay-now/${id}` },
  }) as const;
const awaited = { kind: "payment-on-its-way", words: "Payment on its way", action: null } as const;
const unpaid = (id: string, number: number) =>
  ({ ...row, id, number, paymentStatus: "UnPaid", nextStep: toPay(id) }) as const;

const items: ListedOrder[] = [
  { ...row, id: "d", number: 15, paymentStatus: "Paid", nextStep: atWork },
  unpaid("c", 14),
  { ...unpaid("b", 13), packageName: "Basic", price: "$149.00" },
  unpaid("a", 12),
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
  const closed = { kind: "closed", words: "Cancelled", action: null } as const;
  const cancelled = { ...row, id: "e", number: 16, paymentStatus: "Cancelled" } as const;
  const html = render(
    [{ ...cancelled, nextStep: closed }, ...items].map((order) => {
      const paymentMark = marks[order.id as keyof typeof marks] ?? null;
      return { ...order, paymentMark, ...(paymentMark && { nextStep: awaited }) };
    }),
  );
  const cells = [...html.matchAll(/<td data-label="Payment Status">(.*?)<\/td>/g)];
  const read = (cell = "") => cell.replaceAll(/(<[^>]+>)+/g, " ").trim();
  expect(cells.map(([, cell]) => read(cell))).toEqual([
    "You Have Cancelled Payment on its way",
    "You Have Paid",
    "Payment on its way",
    "Payment being checked",
    "Pay Now",
  ]);
  const primary = [...html.matchAll(/button--primary" href="([^"]*)"/g)].map(([, href]) => href);
  expect(primary).toEqual(["/pay-now/a"]);
});

test("a row has its next step in words, and its button unless it is to pay", () => {
  const review = {
    kind: "review",
    words: "Accept the delivery until Dec 5",
    action: { text: "See the delivery", path: "/my-order/f#deliveries" },
  } as const;
  const delivered = {
    ...row,
    id: "f",
    number: 17,
    paymentStatus: "Paid",
    nextStep: review,
  } as const;
  const html = render([delivered, ...items]);
  const notes = [...html.matchAll(/<td class="data-table__note" colSpan="5">(.*?)<\/td>/g)];
  expect(
    notes.map(([, note = ""]) =>
      note
        .replaceAll(/(<[^>]+>)+/g, " ")
        .replace("  ", " ")
        .trim(),
    ),
  ).toEqual([
    "Next step of order 17: Accept the delivery until Dec 5 See the delivery",
    "Next step of order 15: We are at work",
    "Next step of order 14: Pay $299.00, then we begin",
    "Next step of order 13: Pay $299.00, then we begin",
    "Next step of order 12: Pay $299.00, then we begin",
  ]);
  const primary = [...html.matchAll(/button--primary" href="([^"]*)"/g)].map(([, href]) => href);
  expect(primary).toEqual(["/my-order/f#deliveries"]);
});

test("an order whose money a bank took back is not called refunded", () => {
  const nextStep = { kind: "closed", words: "Payment taken back", action: null } as const;
  const html = render([{ ...row, id: "g", number: 18, paymentStatus: "Refunded", nextStep }]);
  expect(html.match(/Payment taken back/g)).toHaveLength(2);
  expect(html).not.toContain("Refunded");
});

test.each(["Cancelled", "Refunded"] as const)("a %s order has this order status", (status) => {
  const html = render([{ ...row, id: "g", number: 18, paymentStatus: status, nextStep: null }]);
  const [, cell = ""] = /<td data-label="Order Status">(.*?)<\/td>/.exec(html) ?? [];
  expect(cell.replaceAll(/(<[^>]+>)+/g, " ").trim()).toBe(status);
});
