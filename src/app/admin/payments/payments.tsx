import { Alert, Anchor, Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link, redirect } from "react-router";
import { listSavedTabs } from "#access/admins/saved-tabs.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { describeDecision } from "#app/order-room/money/describe-decision.server.ts";
import {
  listPayments,
  mostCounted as mostPaymentsCounted,
  type PaymentState,
} from "#orders/ledger/list-payments.ts";
import { countReviews, listReviews } from "#orders/review/read-review.server.ts";
import { resolveReview } from "#orders/review/resolve-review.ts";
import type { Review } from "#orders/review/review.ts";
import { changedQuery, type List, listHref } from "../list/list.ts";
import { ListFrame } from "../list/list-frame.tsx";
import { EmptyList, type ListColumn, ListRows } from "../list/list-rows.tsx";
import { listShapes } from "../list/list-shapes.server.ts";
import { readQuery } from "../list/read-query.server.ts";
import { hasMailServer } from "../mail/mail-row.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { mostCounted } from "../shell/admin-shell.tsx";
import { usePanelRights } from "../shell/use-panel-rights.ts";
import { type AdminColumn, AdminTable } from "../ui/admin-table.tsx";
import type { Route } from "./+types/payments";
import { type AwaitedRow, awaitedRow, type PaymentRow, paymentRow } from "./payment-row.server.ts";
import { ReviewCard } from "./review-card.tsx";
import { reviewRow } from "./review-row.server.ts";

const awaitedColumns: readonly AdminColumn<AwaitedRow>[] = [
  {
    heading: "Received",
    cell: ({ isoDate, fullDate }) => <time dateTime={isoDate}>{fullDate}</time>,
  },
  { heading: "Status", cell: ({ status }) => status },
  { heading: "Transaction", cell: (row) => row.transactionId, whole: (row) => row.transactionId },
  {
    heading: "Order",
    cell: ({ orderId }) => (
      <Anchor component={Link} to={`/admin/payment-status/${orderId}`} size="sm">
        Open order
      </Anchor>
    ),
  },
];

interface AwaitedPaymentsProps {
  awaited: readonly AwaitedRow[];
  providerName: string;
}

function AwaitedPayments({ awaited, providerName }: AwaitedPaymentsProps) {
  if (awaited.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="awaited">
      <div>
        <Title order={2} id="awaited">
          Payments to verify
        </Title>
        <Text size="sm" c="dimmed">
          These payment notifications claim to be from {providerName}. Your site is asking{" "}
          {providerName} to confirm them. Until then, they change no order.
        </Text>
      </div>
      <AdminTable
        label="Payments to verify"
        columns={awaitedColumns}
        rows={awaited}
        keyOf={({ id }) => id}
        empty="Nothing is waiting."
      />
    </Stack>
  );
}

const states: Readonly<Record<PaymentState, { color: string; title: string }>> = {
  Applied: { color: "field", title: "This payment counts toward the order" },
  "Partly refunded": {
    color: "yellow",
    title: "The part that was not refunded counts toward the order",
  },
  Refunded: { color: "orange", title: "You refunded the whole payment" },
  "Taken back": {
    color: "red",
    title: "The provider took the money back after a dispute or chargeback",
  },
};

const list: List = {
  path: "/payments",
  one: "payment",
  many: "payments",
  search: {
    name: "q",
    label: "Search payments",
    placeholder: "Order number or transaction",
    maxLength: 200,
  },
  filters: [],
  sorts: { newest: "Newest first", oldest: "Oldest first" },
  tabs: [{ label: "All", query: "" }],
};

const paymentColumns: readonly ListColumn<PaymentRow>[] = [
  { heading: "Order", place: "title", cell: ({ orderNumber }) => `Order ${orderNumber}` },
  {
    heading: "Customer",
    place: "detail",
    cell: (row) => row.customerName,
    whole: (row) => row.customerName,
  },
  { heading: "Amount", place: "value", cell: ({ amount }) => amount, end: true },
  { heading: "State", place: "mark", cell: (row) => <State {...row} /> },
  { heading: "Provider", cell: ({ provider }) => provider },
  { heading: "Transaction", cell: (row) => row.transaction, whole: (row) => row.transaction },
  {
    heading: "Received",
    place: "wide",
    sorts: ["newest", "oldest"],
    cell: ({ isoDate, fullDate }) => <time dateTime={isoDate}>{fullDate}</time>,
  },
];

function State({ state, kept }: Pick<PaymentRow, "state" | "kept">) {
  return (
    <Group gap={6}>
      <Badge variant="light" {...states[state]}>
        {state}
      </Badge>
      {kept && (
        <Text span size="sm" c="dimmed">
          {kept} after refunds
        </Text>
      )}
    </Group>
  );
}

export const handle = { breadcrumb: [{ label: "Payments" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Payments", matches);
}

const pageSize = 20;
const reviewsShown = 10;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const { older, newer } = Object.fromEntries(new URL(request.url).searchParams);
  const { values, query } = readQuery(request, listShapes.payments);
  const [reviews, open, page, savedTabs] = await Promise.all([
    firstReviews(listReviews(services, actor, { limit: reviewsShown })),
    countReviews(services, actor, mostCounted + 1),
    listPayments(services, actor, { ...values, pageSize, olderThan: older, newerThan: newer }),
    listSavedTabs(services, actor, list.path),
  ]);
  const sendsEmails = await hasMailServer(services);
  const words = { reader, payments: services.payments, sendsEmails };
  return {
    reviews: reviews.map((review) => reviewRow(review, words)),
    open,
    payments: page.payments.map((payment) => paymentRow(payment, words)),
    total: page.total,
    isCounted: page.total <= mostPaymentsCounted,
    query,
    savedTabs,
    awaited: page.awaited.map((one) => awaitedRow(one, words)),
    olderThan: page.olderThan,
    newerThan: page.newerThan,
    providerName: services.payments.provider.displayName,
  };
}

async function firstReviews(chunks: AsyncIterable<readonly Review[]>): Promise<Review[]> {
  const reviews: Review[] = [];
  for await (const chunk of chunks) reviews.push(...chunk);
  return reviews;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { review = "", ...form } = await readForm(request);
  try {
    const decided = await resolveReview(services, actor, review, form);
    if (decided.refundPage !== null) return redirect(decided.refundPage);
    return { said: describeDecision(decided) };
  } catch (error) {
    return refusedForm(error, { order: "", note: "", confirmed: "", ...form });
  }
}

const empty = {
  title: "No payments yet",
  why: "Every payment that arrives for an order appears here, with the amount that is left after refunds.",
};

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { reviews, open, awaited, providerName, payments, total, isCounted } = loaderData;
  const { query, savedTabs, olderThan, newerThan } = loaderData;
  const { movesMoney } = usePanelRights();
  return (
    <Stack gap="xl">
      <Title order={1}>Payments</Title>
      <Stack component="section" gap="md" aria-labelledby="review">
        <Title order={2} id="review">
          Payments that need review
          {open > 0 && (
            <Text span c="dimmed" fw={400} ml="xs" aria-hidden>
              {open > mostCounted ? `${mostCounted}+` : open}
            </Text>
          )}
        </Title>
        {open === 0 && <Text c="dimmed">No payments need review.</Text>}
        {!movesMoney && open > 0 && <Text>An owner of the site decides about these payments.</Text>}
        {movesMoney &&
          reviews.map((review) => (
            <ReviewCard key={review.id} review={review} providerName={providerName} />
          ))}
        {movesMoney && open > reviews.length && (
          <Alert color="gray">Review these payments to see the next ones.</Alert>
        )}
      </Stack>
      <AwaitedPayments awaited={awaited} providerName={providerName} />
      <Stack component="section" gap="xs" aria-labelledby="payments">
        <Title order={2} id="payments">
          All payments
        </Title>
        <ListFrame
          list={list}
          query={query}
          savedTabs={savedTabs}
          count={payments.length}
          csv={listHref("/admin/csv/payments", query)}
        >
          <ListRows
            list={list}
            query={query}
            label="All payments"
            page={{
              items: payments,
              page: 1,
              pageCount: 1,
              total,
              isCounted,
            }}
            columns={paymentColumns}
            keyOf={({ id }) => id}
            hrefOf={({ orderId }) => `/admin/payment-status/${orderId}`}
            nameOf={({ orderNumber, amount }) => `${amount} of order ${orderNumber}`}
            actions={[]}
            empty={<EmptyList {...empty} />}
            pages={
              (newerThan !== null || olderThan !== null) && (
                <Group component="nav" aria-label="Pages of payments" gap={6} mt="md">
                  <Step text="First" query={newerThan && query} />
                  <Step
                    text="Previous"
                    query={newerThan && changedQuery(query, { newer: newerThan })}
                  />
                  <Step
                    text="Next"
                    query={olderThan && changedQuery(query, { older: olderThan })}
                  />
                </Group>
              )
            }
          />
        </ListFrame>
      </Stack>
    </Stack>
  );
}

function Step({ text, query }: { text: string; query: string | null }) {
  // Large enough for a thumb on a phone.
  const size = { variant: "default", size: "xs", h: { base: 44, sm: 32 } } as const;
  if (query === null) {
    return (
      <Button {...size} disabled>
        {text}
      </Button>
    );
  }
  return (
    <Button {...size} component={Link} to={listHref(list.path, query)} preventScrollReset>
      {text}
    </Button>
  );
}
