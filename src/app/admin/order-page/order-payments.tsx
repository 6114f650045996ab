import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect } from "react";
import { Form, useRevalidator } from "react-router";
import type { OrderRow } from "../../ordering/order-row.server.ts";
import type { FormState } from "../../ui/form-state.ts";
import { MoneyForm } from "./money-form.tsx";
import type { PaymentRow, RefundRow } from "./payment-row.server.ts";

interface OrderPaymentsProps {
  order: OrderRow;
  payments: readonly PaymentRow[];
  /** The key of the next payment from outside. */
  paymentKey: string;
  /** The order's price, as the field takes it. */
  priceAmount: string;
  /** The last day that money can have moved on. */
  today: string;
  providerName: string;
  form: FormState | undefined;
  savedAt: number | undefined;
}

/** The money that came for an order, and the ways to give it back or to record more. */
export function OrderPayments(props: OrderPaymentsProps) {
  const { order, payments, paymentKey, priceAmount, today, providerName, form, savedAt } = props;
  const awaitsPayment = order.paymentStatus === "UnPaid" || order.paymentStatus === "Cancelled";
  const isUnderWay = payments.some(({ requests }) =>
    requests.some(({ state, isResting }) => state !== "refused" && !isResting),
  );
  useNewsSoon(isUnderWay);
  return (
    <Card withBorder>
      <Stack gap="md">
        <Title order={2}>Payments</Title>
        {payments.length === 0 && <Text c="dimmed">No payment has arrived.</Text>}
        {payments.map((payment) => (
          <Payment
            key={payment.transactionId}
            {...{ payment, order, today, providerName, savedAt }}
            form={form?.values.transactionId === payment.transactionId ? form : undefined}
          />
        ))}
        {awaitsPayment && (
          <MoneyForm
            intent="outside-payment"
            button="Record a payment"
            title="Payment received outside"
            explanation={() =>
              `A bank transfer or cash. Order ${order.number} of ${order.customerName} becomes Paid, and ${order.customerEmail} is told by mail.`
            }
            submitLabel={(amount) => `Record ${amount}`}
            amount={priceAmount}
            expectedAmount={priceAmount}
            today={today}
            hidden={{ key: paymentKey }}
            form={form?.values.intent === "outside-payment" ? form : undefined}
            savedAt={savedAt}
          />
        )}
      </Stack>
    </Card>
  );
}

interface PaymentProps
  extends Pick<OrderPaymentsProps, "order" | "today" | "providerName" | "savedAt"> {
  payment: PaymentRow;
  form: FormState | undefined;
}

function Payment({ payment, order, today, providerName, form, savedAt }: PaymentProps) {
  const { transactionId, knownBy, paid, date, left, leftCents, wayBack, requests } = payment;
  const hidden = { transactionId, key: payment.key };
  const person = `${order.customerName} (${order.customerEmail})`;
  const isWaiting = requests.some(({ state }) => state === "waiting");
  return (
    <Stack gap="xs">
      <div>
        <Text fw={600}>{paid}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {date}, {knownBy}
        </Text>
        <Text size="sm">
          {leftCents === 0 ? "Nothing is left to refund." : `${left} can be refunded.`}
        </Text>
      </div>
      {requests.map((request) => (
        <Request key={request.id} {...{ request, transactionId }} />
      ))}
      {leftCents > 0 && wayBack.kind === "call" && !isWaiting && (
        <MoneyForm
          intent="refund"
          button="Refund"
          title={`Refund order ${order.number}`}
          explanation={(amount) =>
            `${amount} goes back to ${person} through ${providerName}. This cannot be undone.`
          }
          submitLabel={(amount) => `Refund ${amount}`}
          amount={payment.leftAmount}
          hidden={{ ...hidden, seenCents: String(leftCents) }}
          form={form}
          savedAt={savedAt}
        />
      )}
      {leftCents > 0 && wayBack.kind === "outside" && (
        <MoneyForm
          intent="outside-refund"
          button="Record a refund"
          title={`Refund given outside, order ${order.number}`}
          explanation={(amount) =>
            `You gave ${amount} back to ${person} yourself. Only the record of it is made here.`
          }
          submitLabel={(amount) => `Record ${amount}`}
          amount={payment.leftAmount}
          today={today}
          hidden={hidden}
          form={form}
          savedAt={savedAt}
        />
      )}
      {leftCents > 0 && wayBack.kind === "page" && (
        <Text size="sm">
          <Anchor href={wayBack.page} target="_blank" rel="noreferrer">
            Refund it at {providerName}
          </Anchor>
          . The refund then arrives here as a message, by itself.
        </Text>
      )}
      {leftCents > 0 && wayBack.kind === "elsewhere" && (
        <Text size="sm">
          It came through {wayBack.provider}, which is not in use now: refund it there.
        </Text>
      )}
    </Stack>
  );
}

const stateWords = {
  waiting: "is under way",
  done: "was taken by the provider",
  refused: "was refused",
};

function Request({ request, transactionId }: { request: RefundRow; transactionId: string }) {
  const { id, dollars, amount, state, reason, isResting } = request;
  return (
    <Alert color={state === "refused" ? "red" : "yellow"} py="xs">
      <Text size="sm">
        A refund of {dollars} {stateWords[state]}. {reason}
      </Text>
      {isResting && (
        <Form method="post" preventScrollReset>
          {Object.entries({ intent: "refund", transactionId, amount, key: id }).map(
            ([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ),
          )}
          <Group mt="xs">
            <Button type="submit" variant="default" size="sm">
              Ask again
            </Button>
          </Group>
        </Form>
      )}
    </Alert>
  );
}

const newsIntervalMs = 2000;

/** Looks again while something is about to change by itself. */
function useNewsSoon(isExpected: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isExpected) return;
    const timer = setInterval(() => void revalidate(), newsIntervalMs);
    return () => clearInterval(timer);
  }, [isExpected, revalidate]);
}
