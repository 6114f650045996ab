import { Alert, Anchor, Badge, Box, Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link, redirect, useNavigation } from "react-router";
import { listPayments, type PaymentState } from "../../../orders/ledger/list-payments.ts";
import { countReviews, listReviews } from "../../../orders/review/read-review.server.ts";
import { resolveReview } from "../../../orders/review/resolve-review.ts";
import type { Review } from "../../../orders/review/review.ts";
import { servicesOf } from "../../app-context.server.ts";
import { dateReader } from "../../date-reader.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { readForm, refusedForm } from "../../form-state.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { mostCounted } from "../shell/admin-shell.tsx";
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

/** Notifications that wait for the provider's confirmation. */
function AwaitedPayments({ awaited, providerName }: AwaitedPaymentsProps) {
  if (awaited.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="awaited">
      <div>
        <Title order={2} id="awaited">
          Waiting for verification
        </Title>
        <Text size="sm" c="dimmed">
          We are checking with {providerName} whether these are genuine. Until then they have no
          effect.
        </Text>
      </div>
      <AdminTable
        label="Waiting for verification"
        columns={awaitedColumns}
        rows={awaited}
        keyOf={({ id }) => id}
        empty="Nothing is waiting."
      />
    </Stack>
  );
}

const colours: Readonly<Record<PaymentState, string>> = {
  Kept: "field",
  "Partly refunded": "yellow",
  Refunded: "orange",
  Reversed: "red",
};

const paymentColumns: readonly AdminColumn<PaymentRow>[] = [
  {
    heading: "Order",
    cell: ({ orderId, orderNumber }) => (
      <Anchor component={Link} to={`/admin/payment-status/${orderId}`} size="sm" fw={500}>
        Order {orderNumber}
      </Anchor>
    ),
  },
  { heading: "Customer", cell: (row) => row.customerName, whole: (row) => row.customerName },
  { heading: "Amount", cell: ({ amount }) => amount, end: true },
  { heading: "State", cell: (row) => <State {...row} /> },
  { heading: "Provider", cell: ({ provider }) => provider },
  { heading: "Transaction", cell: (row) => row.transactionId, whole: (row) => row.transactionId },
  {
    heading: "Received",
    cell: ({ isoDate, fullDate }) => <time dateTime={isoDate}>{fullDate}</time>,
  },
];

function State({ state, kept }: Pick<PaymentRow, "state" | "kept">) {
  return (
    <Group gap={6}>
      <Badge variant="light" color={colours[state]}>
        {state}
      </Badge>
      {kept && (
        <Text span size="sm" c="dimmed">
          {kept} kept
        </Text>
      )}
    </Group>
  );
}

/** Recorded payments, newest first. */
function PaymentsTable({ payments }: { payments: readonly PaymentRow[] }) {
  return (
    <AdminTable
      label="All payments"
      columns={paymentColumns}
      rows={payments}
      keyOf={({ id }) => id}
      hrefOf={({ orderId }) => `/admin/payment-status/${orderId}`}
      empty="No payments yet."
    />
  );
}

export const handle = { breadcrumb: [{ label: "Payments" }] };

export function meta() {
  return pageTitle("Payments");
}

const pageSize = 20;
const reviewsShown = 10;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = dateReader(services, request);
  const { older, newer } = Object.fromEntries(new URL(request.url).searchParams);
  const [reviews, open, page] = await Promise.all([
    firstReviews(listReviews(services, actor, { limit: reviewsShown })),
    countReviews(services, actor, mostCounted + 1),
    listPayments(services, actor, { pageSize, olderThan: older, newerThan: newer }),
  ]);
  const words = { reader, payments: services.payments };
  return {
    reviews: reviews.map((review) => reviewRow(review, words)),
    open,
    payments: page.payments.map((payment) => paymentRow(payment, words)),
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

const said = {
  accepted: "Payment accepted",
  linked: "Payment linked",
  refunded: "Refund requested",
  dismissed: "Notification dismissed",
  "asked-again": "Checking with the provider again",
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { review = "", ...form } = await readForm(request);
  const { timeZone } = services.configuration;
  try {
    const decided = await resolveReview({ ...services, timeZone }, actor, review, form);
    if (decided.refundPage !== null) return redirect(decided.refundPage);
    return { said: said[decided.resolution] };
  } catch (error) {
    return refusedForm(error, { order: "", note: "", confirmed: "", ...form });
  }
}

/** Reviews first, then all payments with their state. */
export default function Payments({ loaderData }: Route.ComponentProps) {
  const { reviews, open, payments, awaited, olderThan, newerThan, providerName } = loaderData;
  const isPending = useNavigation().state === "loading";
  return (
    <Stack gap="xl">
      <Title order={1}>Payments</Title>
      <Stack component="section" gap="md" aria-labelledby="decide">
        <Title order={2} id="decide">
          To decide
          {open > 0 && (
            <Text span c="dimmed" fw={400} ml="xs" aria-hidden>
              {open > mostCounted ? `${mostCounted}+` : open}
            </Text>
          )}
        </Title>
        {open === 0 && <Text c="dimmed">No payments need review.</Text>}
        {reviews.map((review) => (
          <ReviewCard key={review.id} review={review} providerName={providerName} />
        ))}
        {open > reviews.length && (
          <Alert color="gray">More will follow once these are decided.</Alert>
        )}
      </Stack>
      <AwaitedPayments awaited={awaited} providerName={providerName} />
      <Stack component="section" gap="xs" aria-labelledby="payments">
        <Title order={2} id="payments">
          All payments
        </Title>
        <Box opacity={isPending ? 0.5 : 1} aria-busy={isPending}>
          <PaymentsTable payments={payments} />
        </Box>
        {(newerThan !== null || olderThan !== null) && (
          <Group component="nav" aria-label="Pages of payments" gap={6}>
            <Step text="Newest" query={newerThan && ""} />
            <Step text="Previous" query={newerThan && `?newer=${newerThan}`} />
            <Step text="Next" query={olderThan && `?older=${olderThan}`} />
          </Group>
        )}
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
    <Button {...size} component={Link} to={`/payments${query}`}>
      {text}
    </Button>
  );
}
