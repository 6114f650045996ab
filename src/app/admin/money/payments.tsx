import { Alert, Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { runIntent } from "#app/intents.server.ts";
import { listAwaitedPayments, listPayments } from "#money/ledger/list-payments.ts";
import { countReviews, listReviews } from "#money/review/read-review.server.ts";
import type { Review } from "#money/review/review.ts";
import { EmptyList } from "../frame/list/empty-list.tsx";
import { ListView } from "../frame/list/list-view.tsx";
import { readList } from "../frame/list/read-list.server.ts";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import { mostCounted } from "../frame/shell/admin-shell.tsx";
import { usePanelRights } from "../frame/shell/use-panel-rights.ts";
import { type AdminColumn, AdminTable } from "../frame/ui/admin-table.tsx";
import { hasMailServer } from "../messages/mail/mail-row.server.ts";
import type { Route } from "./+types/payments";
import { decideReview } from "./decide-review.server.ts";
import { type AwaitedRow, awaitedRow, paymentRow } from "./payment-row.server.ts";
import { paymentsList } from "./payments-list.tsx";
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

export const handle = { breadcrumb: [{ label: "Payments" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Payments", matches);
}

const pageSize = 20;
const reviewsShown = 10;

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const { search, shown } = await readList(services, actor, request, paymentsList);
  const isFirst = search.q === "" && search.after === "" && !(search.page > 1);
  const [reviews, open, payments, awaited] = await Promise.all([
    firstReviews(listReviews(services, actor, { limit: reviewsShown })),
    countReviews(services, actor, mostCounted + 1),
    listPayments(services, actor, { ...search, pageSize }),
    isFirst ? listAwaitedPayments(services, actor) : [],
  ]);
  const sendsEmails = await hasMailServer(services);
  const words = { reader, sendsEmails };
  return {
    reviews: reviews.map((review) => reviewRow(review, words)),
    open,
    payments: { ...payments, items: payments.items.map((payment) => paymentRow(payment, words)) },
    shown,
    awaited: awaited.map((one) => awaitedRow(one, words)),
    providerName: anyOf.format(
      new Set(services.payments.all.map(({ provider }) => provider.displayName)),
    ),
  };
}

async function firstReviews(chunks: AsyncIterable<readonly Review[]>): Promise<Review[]> {
  const reviews: Review[] = [];
  for await (const chunk of chunks) reviews.push(...chunk);
  return reviews;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const decider = { services: servicesOf(context), actor };
  return runIntent({ "decide-review": decideReview }, decider, await readForm(request));
}

const empty = {
  title: "No payments yet",
  why: "Every payment that arrives for an order appears here, with the amount that is left after refunds.",
};

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { reviews, open, awaited, providerName, payments, shown } = loaderData;
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
        {movesMoney && reviews.map((review) => <ReviewCard key={review.id} review={review} />)}
        {movesMoney && open > reviews.length && (
          <Alert color="gray">Review these payments to see the next ones.</Alert>
        )}
      </Stack>
      <AwaitedPayments awaited={awaited} providerName={providerName} />
      <Stack component="section" gap="xs" aria-labelledby="payments">
        <Title order={2} id="payments">
          All payments
        </Title>
        <ListView
          list={paymentsList}
          {...shown}
          label="All payments"
          page={payments}
          keyOf={({ id }) => id}
          hrefOf={({ orderId }) => `/admin/payment-status/${orderId}`}
          nameOf={({ orderNumber, amount }) => `${amount} of order ${orderNumber}`}
          actions={[]}
          empty={<EmptyList {...empty} />}
        />
      </Stack>
    </Stack>
  );
}
