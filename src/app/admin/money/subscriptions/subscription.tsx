import {
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { type AdminColumn, AdminTable } from "#app/admin/frame/ui/admin-table.tsx";
import { Table } from "#app/admin/frame/ui/table.tsx";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { priceFromCents } from "#platform/money.ts";
import type { Actor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { makeNextPeriodNow } from "#subscriptions/changes/next-period-now.ts";
import {
  changePlan,
  plansToChangeTo,
  settleDispute,
} from "#subscriptions/changes/plan-and-price.ts";
import {
  cancelSubscription,
  keepSubscription,
  pauseSubscription,
  resumeSubscription,
} from "#subscriptions/changes/stop-and-go.ts";
import {
  type ListedSubscription,
  readListedSubscription,
} from "#subscriptions/list-subscriptions.ts";
import { subscriptionPrice } from "#subscriptions/model/subscription-words.ts";
import {
  askProviderAgain,
  listRefusedCalls,
  noteDoneAtProvider,
} from "#subscriptions/providers/refused-calls.ts";
import type { Route } from "./+types/subscription";
import { RefusedCalls } from "./refused-calls.tsx";
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
  const plans = await plansToChangeTo(services.database.read, listed);
  return {
    ...subscriptionPage(listed, words, services.clock()),
    plans: plans.map((plan) => ({
      value: `${plan.packageId} ${priceFromCents(plan.priceCents)}`,
      label: `${plan.packageName}, ${subscriptionPrice(plan)}`,
    })),
    providerPage: providerPage(services, listed),
    refusedCalls: await listRefusedCalls(services, actor, params.subscriptionId),
    mayChange: may(actor, "update orders"),
    // A provider's clock is turned on the provider's page.
    triesNext: services.payments.usesSandbox && listed.subscription.provider === null,
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
  "change-plan": intent(fields("plan"), async ({ services, actor, id }: Changed, { plan = "" }) => {
    const [packageId = "", packagePrice = ""] = plan.split(" ");
    await changePlan(services, actor, id, { packageId, packagePrice });
    return { said: "The change of plan is planned" };
  }),
  "next-now": intent(fields(), async ({ services, actor, id }: Changed) => {
    await makeNextPeriodNow(services, actor, id);
    return { said: "The next order is made" };
  }),
  "ask-again": intent(fields("call"), async ({ services, actor, id }: Changed, { call = "" }) => {
    await askProviderAgain(services, actor, id, call);
    return { said: "The provider is asked again" };
  }),
  "done-there": intent(fields("call"), async ({ services, actor, id }: Changed, { call = "" }) => {
    await noteDoneAtProvider(services, actor, id, call);
    return { said: "Noted that it is done" };
  }),
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
      <RefusedCalls calls={loaderData.refusedCalls} mayChange={mayChange} />
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
      {mayChange && !loaderData.isEnded && (
        <Changes
          page={loaderData}
          plans={loaderData.plans}
          triesNext={loaderData.triesNext}
          form={actionData}
        />
      )}
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

interface ChangesProps {
  page: SubscriptionPage;
  plans: readonly { readonly value: string; readonly label: string }[];
  /** True while an owner can try the next period without waiting for it. */
  triesNext: boolean;
  form: ActionResult | undefined;
}

/** What the team can change. Every change emails the customer. */
function Changes({ page, plans, triesNext, form }: ChangesProps) {
  const { isStarted, isPaused, isCancelled, paidUntil, lastDayIfCancelled } = page;
  const isRunning = isStarted && !isCancelled;
  return (
    <section aria-labelledby="changes">
      <Title order={2} id="changes" mb="xs">
        Change the subscription
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        The customer gets an email about each change.
      </Text>
      <Stack gap="lg">
        {triesNext && isRunning && !isPaused && (
          <Change explanation="Test payments: makes the order of the next period now, with its email and pay link, instead of seven days before it begins.">
            <OneButton intent="next-now" text={`Next ${page.noun} now`} />
          </Change>
        )}
        {page.isTakenBack && (
          <Change explanation="A payment was taken back. If you have settled that with the customer, let the work go on.">
            <OneButton intent="settle-dispute" text="It is settled, go on" />
          </Change>
        )}
        {isPaused && !isCancelled && (
          <Change explanation="Ends the pause today. The next period is charged from its usual day.">
            <OneButton intent="resume" text="Resume now" />
          </Change>
        )}
        {isRunning && !isPaused && <Pause page={page} form={resultOf(form, "pause")} />}
        {isRunning && plans.length > 0 && (
          <ChangePlan plans={plans} page={page} form={resultOf(form, "change-plan")} />
        )}
        {isRunning && (
          <Change
            explanation={`The customer pays ${page.price} until you move the price, with ${page.daysOfNotice} days of notice.`}
          >
            <Button component={Link} to={`${page.pricesPath}?only=${page.id}`} variant="default">
              Move the price
            </Button>
          </Change>
        )}
        {isCancelled && page.keepsCancelled && (
          <Change explanation="The plan goes on as if nobody had cancelled it.">
            <OneButton intent="keep" text="Take the cancellation back" />
          </Change>
        )}
        {isCancelled && !page.keepsCancelled && (
          <Text size="sm">
            PayPal has ended its charges, so the cancellation cannot be taken back. The customer can
            order the plan again.
          </Text>
        )}
        {!isCancelled && (
          <Change
            explanation={
              isStarted
                ? `Paid until ${paidUntil}. ${page.stillCharged ? `Its minimum term is still charged: ${page.stillCharged}. ` : ""}Nothing is charged after ${lastDayIfCancelled}, and nothing is refunded.`
                : "Nothing was paid, so the subscription ends at once."
            }
          >
            <OneButton
              intent="cancel"
              color="red"
              text={isStarted ? `End the plan on ${lastDayIfCancelled}` : "Cancel"}
            />
          </Change>
        )}
      </Stack>
    </section>
  );
}

/** One change: what it does, above its form. */
function Change({ explanation, children }: { explanation: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" mb={6} maw={640}>
        {explanation}
      </Text>
      {children}
    </div>
  );
}

interface OneChangeProps {
  page: SubscriptionPage;
  form: ActionResult | undefined;
}

function Pause({ page: { earliestReturn, pauseDay }, form }: OneChangeProps) {
  const isSending = useIsSending("pause");
  return (
    <Change
      explanation={`From ${pauseDay} on, nothing is charged and nobody works on the plan. What is paid or owed for the time before stays so.`}
    >
      <Form method="post" preventScrollReset noValidate>
        <Group align="start" gap="sm">
          <TextInput
            {...fieldState(form, "until")}
            type="date"
            min={earliestReturn}
            label="Goes on"
            description="Leave it empty to go on when somebody resumes it."
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
          <Button
            type="submit"
            name="intent"
            value="pause"
            variant="default"
            mt={{ base: 0, xs: 25 }}
            loading={isSending}
          >
            Pause
          </Button>
        </Group>
      </Form>
    </Change>
  );
}

function ChangePlan({ page, plans, form }: OneChangeProps & Pick<ChangesProps, "plans">) {
  const isSending = useIsSending("change-plan");
  return (
    <Change
      explanation={`The new plan and its price count from ${page.changeDay}. An unpaid order of a later period is made anew.${page.hasLowerPrice ? " The lower price of the first periods ends with the present plan." : ""}${page.asksForConsent ? " PayPal asks the customer to agree first." : ""}`}
    >
      <Form method="post" preventScrollReset noValidate>
        <Group align="start" gap="sm">
          <NativeSelect
            {...fieldState(form, "plan")}
            label="Another plan"
            data={[{ value: "", label: "Choose a plan" }, ...plans]}
          />
          <Button
            type="submit"
            name="intent"
            value="change-plan"
            variant="default"
            mt={{ base: 0, xs: 25 }}
            loading={isSending}
          >
            Change the plan
          </Button>
        </Group>
      </Form>
    </Change>
  );
}

/** True while this form is sent, so that the other buttons do not look busy. */
function useIsSending(intent: string): boolean {
  return useNavigation().formData?.get("intent") === intent;
}

function OneButton({ intent, text, color }: { intent: string; text: string; color?: string }) {
  const isSending = useIsSending(intent);
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
