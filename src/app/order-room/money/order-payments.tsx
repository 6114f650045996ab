import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Form } from "react-router";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import { useNewsSoon } from "#app/admin/frame/ui/use-news-soon.ts";
import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { OrderView } from "../order-view.server.ts";
import { MoneyDialog } from "./money-dialog.tsx";
import type { PaymentView, RefundView } from "./payment-view.server.ts";
import { refundEffect } from "./refund-effect.ts";

interface OrderPaymentsProps {
  order: OrderView;
  /** The bank transfer that the order waits for. */
  transfer: { readonly reference: string; readonly since: string } | null;
  payments: readonly PaymentView[];
  paymentKey: string;
  /** The price as the amount field shows it, such as "149.00". */
  priceAmount: string;
  today: string;
  /** True on a site that issues invoices. */
  issuesInvoice: boolean;
  providerName: string;
  /** True while a notification about the order waits for a decision. */
  isToDecide: boolean;
}

export function OrderPayments(props: OrderPaymentsProps) {
  const { order, transfer, payments, paymentKey, priceAmount, today, providerName, isToDecide } =
    props;
  const { issuesInvoice } = props;
  const awaitsPayment =
    order.paymentStatus === "UnPaid" || (order.paymentStatus === "Cancelled" && !order.isFree);
  const isUnderWay = payments.some(({ requests }) =>
    requests.some(({ state, isResting }) => state !== "refused" && !isResting),
  );
  useNewsSoon(isUnderWay);
  const { movesMoney } = usePanelRights();
  const sendsEmails = useSendsEmails();
  const told =
    order.customerEmail === ""
      ? ""
      : ` ${emailSentence(shownEmail(order.customerEmail), sendsEmails)}`;
  return (
    <Stack gap="sm">
      {payments.length === 0 && (
        <Text size="sm" c="dimmed">
          {isToDecide
            ? "A payment needs review before it counts."
            : transfer !== null
              ? `Waits for a bank transfer since ${transfer.since}, with the reference “${transfer.reference}”.`
              : order.isFree
                ? "There was nothing to pay."
                : noPayment[order.paymentStatus]}
        </Text>
      )}
      {payments.map((payment) => (
        <Payment
          key={payment.transactionId}
          payment={payment}
          payments={payments}
          order={order}
          today={today}
          providerName={providerName}
        />
      ))}
      <MoneyDialog
        key={order.id}
        intent="outside-payment"
        subject={order.id}
        isOffered={movesMoney && awaitsPayment}
        title={transfer === null ? "Record a payment" : "Record the bank transfer"}
        explanation={() =>
          `For a bank transfer or cash. Marks order ${order.number} of ${order.customerName} as Paid.${told}`
        }
        submitLabel={(amount) => `Record ${amount}`}
        amount={priceAmount}
        {...(transfer !== null && { reference: transfer.reference })}
        expectedAmount={priceAmount}
        today={today}
        issuesInvoice={issuesInvoice}
        formKey={paymentKey}
      />
    </Stack>
  );
}

/**
 * Shown when an order with a price has no payments. The texts for Paid and Refunded are never shown,
 * because such an order always has a payment.
 */
const noPayment = {
  UnPaid: "No payments yet.",
  Cancelled: "Cancelled before any payment arrived.",
  Paid: "",
  Refunded: "",
};

interface PaymentProps
  extends Pick<OrderPaymentsProps, "order" | "payments" | "today" | "providerName"> {
  payment: PaymentView;
}

function Payment({ payment, payments, order, today, providerName }: PaymentProps) {
  const { transactionId, knownBy, paid, date, leftCents, wayBack, requests } = payment;
  const person =
    order.customerEmail === ""
      ? order.customerName
      : `${order.customerName} (${shownEmail(order.customerEmail)})`;
  const { movesMoney } = usePanelRights();
  const isWaiting = requests.some(({ state }) => state === "waiting");
  const sendsEmails = useSendsEmails();
  const refundEffectOf = (amount: string) =>
    refundEffect(order, payments, transactionId, amount, sendsEmails);
  const form = { subject: transactionId, amount: payment.leftAmount, formKey: payment.key };
  return (
    <Stack gap="xs">
      <div>
        <Text fw={600}>{paid}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {date}, {knownBy}
        </Text>
        <Text size="sm">{leftInWords(payment)}</Text>
        {leftCents > 0 && wayBack.kind === "page" && (
          <Text size="sm" c="dimmed">
            A refund at {providerName} appears here automatically.
          </Text>
        )}
      </div>
      {requests.map((request) => (
        <Request
          key={request.id}
          request={request}
          transactionId={transactionId}
          providerName={providerName}
        />
      ))}
      {wayBack.kind === "call" && (
        <MoneyDialog
          {...form}
          intent="refund"
          isOffered={movesMoney && leftCents > 0 && !isWaiting}
          title={`Refund order ${order.number}`}
          explanation={(amount) =>
            `Refunds ${amount} to ${person} through ${providerName}. This cannot be undone. Once ${providerName} reports the refund, ${refundEffectOf(amount)}`
          }
          submitLabel={(amount) => `Refund ${amount}`}
          hidden={{ transactionId, seenCents: String(leftCents) }}
        />
      )}
      {wayBack.kind === "outside" && (
        <MoneyDialog
          {...form}
          intent="outside-refund"
          isOffered={movesMoney && leftCents > 0}
          title={`Record a refund of order ${order.number}`}
          explanation={(amount) =>
            `Records that you have paid ${amount} back to ${person} yourself. No money is sent from here. Then ${refundEffectOf(amount)}`
          }
          submitLabel={(amount) => `Record ${amount}`}
          today={today}
          hidden={{ transactionId }}
        />
      )}
    </Stack>
  );
}

function leftInWords({ left, leftCents, wayBack }: PaymentView): string {
  if (leftCents === 0) return "Nothing is left to refund.";
  return wayBack.kind === "elsewhere" ? wayBack.reason : `${left} can be refunded.`;
}

const stateWords = {
  waiting: "is in progress: the provider has not confirmed it yet",
  done: "was sent to the customer. It counts as refunded once the provider reports it",
  refused: "failed: no money was sent",
};

interface RequestProps extends Pick<OrderPaymentsProps, "providerName"> {
  request: RefundView;
  transactionId: string;
}

function Request({ request, transactionId, providerName }: RequestProps) {
  const { id, dollars, amount, state, reason, isResting, safeUntil } = request;
  const { movesMoney } = usePanelRights();
  const unconfirmed = `was not confirmed by ${providerName}, and your site has stopped asking. You can try again safely until ${safeUntil}. After that, try again only if your account at ${providerName} does not show this refund, or the customer could be refunded twice`;
  return (
    <Alert color={state === "refused" ? "red" : "yellow"} py="xs">
      <Text size="sm">
        A refund of {dollars} {isResting ? unconfirmed : stateWords[state]}. {reason}
      </Text>
      {isResting && movesMoney && (
        <Form method="post" preventScrollReset>
          {Object.entries({ intent: "refund", transactionId, amount, key: id }).map(
            ([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ),
          )}
          <Group mt="xs">
            <Button type="submit" variant="default" size="sm">
              Try this refund again
            </Button>
          </Group>
        </Form>
      )}
    </Alert>
  );
}
