import { Group, Stack, Text, Title } from "@mantine/core";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError } from "#app/forms.server.ts";
import { InvoicesTable } from "#app/order-room/invoices/panel-invoices.tsx";
import { OrderLines } from "#app/order-room/money/order-lines.tsx";
import { linedOrderView, moneyWordsOf } from "#app/order-room/order-view.server.ts";
import type { Crumb } from "#app/root.tsx";
import { readOrderDocuments } from "#invoices/read-invoices.ts";
import { ledgerOfOrder } from "#money/ledger/order-ledger.server.ts";
import { findOrder } from "#orders/find-order.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { minuteOf } from "#platform/time/dates.ts";
import { may } from "#policy/rights.ts";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import { type AdminColumn, AdminTable } from "../frame/ui/admin-table.tsx";
import { PaymentPill, StagePill } from "../frame/ui/status-pills.tsx";
import { standingWords } from "../orders/standing-words.server.ts";
import type { Route } from "./+types/order-payments";
import { invoiceRow } from "./invoices/invoice-row.server.ts";

export const handle = {
  breadcrumb(loaderData: unknown): Crumb[] {
    const { order } = (loaderData as Partial<Route.ComponentProps["loaderData"]>) ?? {};
    return [
      { label: "Total Orders", path: "/total-orders" },
      { label: order ? `Order ${order.number}` : "Order" },
    ];
  },
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(
    loaderData ? `Payments of order ${loaderData.order.number}` : "Payments of an order",
    matches,
  );
}

const kinds = {
  payment: "Payment",
  refund: "Refund",
  reversal: "Taken back by the provider",
  "reversal-cancelled": "Returned to you by the provider",
  cancellation: "Cancellation",
  "nothing-due": "Nothing to pay",
} as const;

/** An order with its ledger, for roles that see all orders but may not update orders. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const order = await findOrder(services, actor, params.orderId).catch(pageError);
  const documents = may(actor, "see invoices")
    ? (await readOrderDocuments(services, actor, order.id)).documents
    : [];
  const ledger = await ledgerOfOrder(services.database.read, order.id);
  return {
    order: {
      ...(await linedOrderView(services, order, reader)),
      ...(await moneyWordsOf(services, [order]))(order),
    },
    stage: (await standingWords(services, [order], reader))(order.id).stage,
    documents: documents.map((one) => invoiceRow(one, reader)),
    total: dollarsFromCents(ledger.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    entries: ledger.map((entry, index) => ({
      id: String(index),
      when: minuteOf(entry.at, reader),
      kind: kinds[entry.kind],
      transaction: entry.reference ?? entry.transactionId ?? "",
      by: entry.author,
      amount: dollarsFromCents(entry.amountCents),
    })),
  };
}

type Entry = Route.ComponentProps["loaderData"]["entries"][number];

const columns: readonly AdminColumn<Entry>[] = [
  { heading: "When", place: "detail", cell: ({ when }) => when },
  { heading: "What", place: "title", cell: ({ kind }) => kind },
  { heading: "Transaction", place: "wide", cell: ({ transaction }) => transaction },
  { heading: "By", place: "wide", cell: ({ by }) => by },
  { heading: "Amount", place: "value", end: true, cell: ({ amount }) => amount },
];

export default function OrderPayments({ loaderData }: Route.ComponentProps) {
  const { order, stage, entries, total, documents } = loaderData;
  return (
    <Stack gap="lg" maw={960}>
      <div>
        <Group gap="sm">
          <Title order={1}>Order {order.number}</Title>
          <PaymentPill status={order.paymentStatus} words={order.paymentWords} />
          <StagePill stage={stage} status={order.orderStatus} />
        </Group>
        <Text>
          <b>{order.price}</b> for {order.packageName}, ordered {order.fullDate}
        </Text>
        <OrderLines lines={order.lines} />
        <Text size="sm" c="dimmed">
          {[order.customerName, order.customerEmail, order.customerAddress]
            .filter(Boolean)
            .join(", ")}
        </Text>
      </div>
      <section>
        <Title order={2} mb="xs">
          Money
        </Title>
        <AdminTable
          label="Movements of money"
          columns={columns}
          rows={entries}
          keyOf={({ id }) => id}
          empty="No money has moved for this order."
        />
        {entries.length > 0 && (
          <Text ta="end" mt="xs">
            Kept: <b>{total}</b>
          </Text>
        )}
      </section>
      {documents.length > 0 && (
        <section>
          <Title order={2} mb="xs">
            Invoices
          </Title>
          <InvoicesTable documents={documents} />
        </section>
      )}
    </Stack>
  );
}
