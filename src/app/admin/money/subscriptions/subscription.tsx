import { Alert, Anchor, Button, Card, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { Form, Link, useNavigation } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { Table } from "#app/admin/frame/ui/table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import { resultOf } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { counted } from "#content/model/plan-terms.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { movePrice, settleDispute } from "#subscriptions/changes/plan-and-price.ts";
import {
  cancelSubscription,
  keepSubscription,
  pauseSubscription,
  resumeSubscription,
} from "#subscriptions/changes/stop-and-go.ts";
import {
  type ListedSubscription,
  listRunningSubscriptions,
  readListedSubscription,
} from "#subscriptions/list-subscriptions.ts";
import type { Route } from "./+types/subscription";
import { MovePrice } from "./move-price.tsx";
import { pricesOf } from "./prices-of-plan.server.ts";
import { type SubscriptionPage, subscriptionPage } from "./subscription-page.server.ts";
import { StateBadge } from "./subscriptions-list.tsx";

export const handle = {
  breadcrumb: [
    { label: "Payments", path: "/payments" },
    { label: "Subscriptions", path: "/subscriptions" },
    { label: "Subscription" },
  ],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Subscription", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const listed = await readListedSubscription(services, actor, params.subscriptionId).catch(
    pageError,
  );
  const words = { reader: await dateReader(services, request) };
  const running = await listRunningSubscriptions(services, actor, listed.subscription.packageId);
  return {
    ...subscriptionPage(listed, words, services.clock()),
    prices: pricesOf(listed, running, words, services.clock()),
    providerPage: providerPage(services, listed),
    mayChange: may(actor, "update orders"),
  };
}

/** The provider's own page of the subscription; in test mode, "Next month now" is there. */
function providerPage({ payments }: Services, { subscription }: ListedSubscription) {
  const { provider, providerReference } = subscription;
  if (provider === null || providerReference === null) return null;
  const found = payments.through(provider)?.provider;
  if (found?.subscriptions == null) return null;
  return { name: found.displayName, href: found.subscriptions.ownerPage(providerReference) };
}

interface Changed {
  readonly services: Services;
  readonly actor: Actor;
  readonly id: string;
}

const intents = {
  pause: intent(fields("until"), async ({ services, actor, id }: Changed, { until = "" }) => {
    await pauseSubscription(services, actor, id, { until });
    return { said: "The subscription pauses" };
  }),
  resume: intent(fields(), async ({ services, actor, id }: Changed) => {
    await resumeSubscription(services, actor, id);
    return { said: "The subscription goes on" };
  }),
  cancel: intent(fields(), async ({ services, actor, id }: Changed) => {
    await cancelSubscription(services, actor, id);
    return { said: "The subscription is cancelled" };
  }),
  keep: intent(fields(), async ({ services, actor, id }: Changed) => {
    await keepSubscription(services, actor, id);
    return { said: "The cancellation is taken back" };
  }),
  "move-price": intent(
    fields("price", "from", "ids"),
    async ({ services, actor }: Changed, { price, from, ids = "" }) => {
      const chosen = ids.split(" ");
      const { done, failed } = await movePrice(services, actor, chosen, { price, from });
      const [first] = failed;
      if (first !== undefined && done.length === 0) throw new AppError("conflict", first.reason);
      const left = failed.length === 0 ? "" : `, and ${failed.length} stayed: ${first?.reason}`;
      return { said: `${counted(done.length, "customer")} told of the new price${left}` };
    },
  ),
  "settle-dispute": intent(fields(), async ({ services, actor, id }: Changed) => {
    await settleDispute(services, actor, id);
    return { said: "The subscription goes on" };
  }),
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const id = params.subscriptionId;
  await readListedSubscription(services, actor, id).catch(pageError);
  return runIntent(intents, { services, actor, id }, await readForm(request));
}

type MonthRow = SubscriptionPage["months"][number];

const monthColumns: readonly AdminColumn<MonthRow>[] = [
  { heading: "Period", place: "title", cell: ({ period }) => period },
  { heading: "Order", place: "detail", cell: ({ orderNumber }) => `Order ${orderNumber}` },
  { heading: "Price", place: "value", end: true, cell: ({ price }) => price },
  {
    heading: "Payment",
    place: "mark",
    cell: ({ payment, color }) => <StateBadge label={payment} color={color} />,
  },
];

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, customerPath, plan, label, color, facts, months, events, mayChange } =
    loaderData;
  const { providerPage } = loaderData;
  return (
    <Stack gap="xl" maw={1040}>
      <Group justify="space-between" align="start" gap="sm">
        <div>
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {plan} of {customer}
          </Title>
          <Group gap="sm" mt={4}>
            <StateBadge label={label} color={color} />
            <Anchor component={Link} to={customerPath} size="sm">
              See the customer
            </Anchor>
            {providerPage && (
              <Anchor href={providerPage.href} target="_blank" rel="noreferrer" size="sm">
                Open at {providerPage.name}
              </Anchor>
            )}
          </Group>
        </div>
      </Group>
      {actionData?.notice && <Alert color="red">{actionData.notice}</Alert>}
      {loaderData.attention && <Alert color="orange">{loaderData.attention}</Alert>}
      <Card withBorder py="xs">
        <Table isFixed spacing="xs">
          <tbody>
            {facts.map(([name, value]) => (
              <tr key={name}>
                <th style={{ width: 144 }} data-quiet>
                  {name}
                </th>
                <td>
                  <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                    {value}
                  </Text>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
      {mayChange && !loaderData.isEnded && <Changes page={loaderData} />}
      {mayChange && loaderData.prices.running.length > 0 && (
        <MovePrice prices={loaderData.prices} form={resultOf(actionData, "move-price")} />
      )}
      <section>
        <Title order={2} mb="sm">
          Periods
        </Title>
        <AdminTable
          label="Periods"
          columns={monthColumns}
          rows={months}
          keyOf={({ orderId }) => orderId}
          hrefOf={({ orderId }) => `/admin/payment-status/${orderId}`}
          empty="No periods yet."
        />
      </section>
      <section>
        <Title order={2} mb="sm">
          What happened
        </Title>
        {events.length === 0 && <Text c="dimmed">Nothing was changed yet.</Text>}
        <Stack gap="xs">
          {events.map(({ id, words, detail }) => (
            <div key={id}>
              <Text size="sm" fw={500}>
                {words}
              </Text>
              <Text size="sm" c="dimmed">
                {detail}
              </Text>
            </div>
          ))}
        </Stack>
      </section>
    </Stack>
  );
}

/** What the team can change. Every change emails the customer. */
function Changes({ page }: { page: SubscriptionPage }) {
  const { isStarted, isPaused, isCancelled, earliestReturn, lastDayIfCancelled } = page;
  const isSending = useNavigation().formMethod === "POST";
  return (
    <section aria-labelledby="changes">
      <Title order={2} id="changes" mb="xs">
        Change the subscription
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        The customer can do the same, and gets an email about each change.
      </Text>
      <Stack gap="md" align="start">
        {page.isTakenBack && (
          <div>
            <Text size="sm" mb={4}>
              A payment was taken back. If you have settled that with the customer, let the work go
              on.
            </Text>
            <OneButton intent="settle-dispute" text="It is settled, go on" />
          </div>
        )}
        {isStarted && !isCancelled && !isPaused && (
          <Form method="post" preventScrollReset>
            <Group align="end" gap="sm">
              <TextInput
                name="until"
                type="date"
                min={earliestReturn}
                label="Goes on (leave it empty: when somebody resumes it)"
              />
              <Button
                type="submit"
                name="intent"
                value="pause"
                variant="default"
                loading={isSending}
              >
                Pause after the paid period
              </Button>
            </Group>
          </Form>
        )}
        {isPaused && !isCancelled && <OneButton intent="resume" text="Resume now" />}
        {isCancelled && page.keepsCancelled && (
          <OneButton intent="keep" text="Take the cancellation back" />
        )}
        {isCancelled && !page.keepsCancelled && (
          <Text size="sm">
            PayPal has ended its charges, so the cancellation cannot be taken back. The customer can
            order the plan again.
          </Text>
        )}
        {!isCancelled && (
          <OneButton
            intent="cancel"
            color="red"
            text={isStarted ? `Cancel for ${lastDayIfCancelled}` : "Cancel"}
          />
        )}
      </Stack>
    </section>
  );
}

function OneButton({ intent, text, color }: { intent: string; text: string; color?: string }) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form method="post" preventScrollReset>
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={color ? "light" : "default"}
        {...(color && { color })}
        loading={isSending}
      >
        {text}
      </Button>
    </Form>
  );
}
