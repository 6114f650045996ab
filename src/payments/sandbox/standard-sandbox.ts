import type { Context, Hono } from "hono";
import type { Database } from "#platform/database/database.ts";
import type { Log } from "#platform/metrics/log.ts";
import { amountFromCents, centsFromAmount } from "#platform/money.ts";
import { type CheckoutForm, formFieldNames, readCheckoutForm } from "./checkout-form.ts";
import {
  type CheckoutView,
  showCheckout,
  showFarewell,
  showFault,
  showRefund,
} from "./checkout-page.ts";
import { deliver } from "./deliver.ts";
import { webscrPath } from "./endpoints.ts";
import { type Delivery, type Outcome, outcomeNamed } from "./outcomes.ts";
import { findPastPayment } from "./past-payments.server.ts";
import {
  faultField,
  isSandboxMessage,
  newTransactionId,
  sandboxMessage,
} from "./sandbox-message.ts";
import { faultyAnswer } from "./verification-fault.ts";

interface StandardSandboxOptions {
  readonly secret: string;
  readonly publicUrl: string;
  readonly database: Database;
  readonly log: Log;
}

/** PayPal's command that shows a payment. */
const viewCommand = "_view-a-trans";
const validateCommand = "cmd=_notify-validate&";

const formType = { "content-type": "application/x-www-form-urlencoded" };

/**
 * Simulates Payments Standard: checkout, notifications, their verification, and refunds by hand.
 */
export function standardSandbox(sandbox: Hono, options: StandardSandboxOptions): void {
  const { secret, publicUrl, database, log } = options;
  // The outcome "reused-transaction" repeats the id of the previous payment.
  let lastTransactionId = newTransactionId();

  async function pay(form: CheckoutForm, { deliveries }: Outcome): Promise<void> {
    const reuses = deliveries.some(({ wrong }) => wrong === "transaction");
    if (!reuses) lastTransactionId = newTransactionId();
    const transactionId = lastTransactionId;
    await tell(form, deliveries, transactionId);
  }

  function tell(form: CheckoutForm, deliveries: readonly Delivery[], transactionId: string) {
    const messageFor = (delivery: Delivery) => ({
      body: sandboxMessage(form, delivery, transactionId, secret),
      headers: formType,
    });
    return deliver(form.notifyUrl, deliveries, messageFor, log);
  }

  const paymentWith = (transactionId: string | null | undefined) =>
    findPastPayment(database.read, transactionId ?? "", { secret, publicUrl });

  async function refund(context: Context, fields: URLSearchParams) {
    const payment = await paymentWith(fields.get("id"));
    if (payment === undefined) return showFault(context, "There is no such payment.");
    const cents = centsFromAmount(fields.get("amount") ?? "") ?? 0;
    if (cents <= 0 || cents > payment.leftCents) {
      const left = `${amountFromCents(payment.leftCents)} ${payment.form.currency}`;
      return showFault(context, `Enter an amount of up to ${left}.`);
    }
    const made = { status: "Refunded", refund: { id: newTransactionId(), cents } } as const;
    await tell(payment.form, [made], payment.transactionId);
    const query = new URLSearchParams({ cmd: viewCommand, id: payment.transactionId });
    return context.redirect(`webscr?${query}`, 303);
  }

  async function validate(message: Buffer, hungUp: AbortSignal): Promise<Response> {
    if (!isSandboxMessage(message, secret)) return new Response("INVALID");
    const mark = new URLSearchParams(message.toString("latin1")).get(faultField) ?? undefined;
    const wrong = await faultyAnswer(mark, hungUp);
    return wrong === "invalid" ? new Response("INVALID") : (wrong ?? new Response("VERIFIED"));
  }

  sandbox.get(webscrPath, async (context) => {
    const payment = await paymentWith(context.req.query("id"));
    if (payment === undefined) return showFault(context, "There is no such payment.");
    return showRefund(context, payment);
  });

  sandbox.post(webscrPath, async (context) => {
    const body = Buffer.from(await context.req.arrayBuffer());
    if (body.indexOf(validateCommand) === 0) {
      return validate(body.subarray(validateCommand.length), context.req.raw.signal);
    }
    const fields = new URLSearchParams(body.toString("utf8"));
    if (fields.get("cmd") === "_sandbox-refund") return refund(context, fields);
    const form = readCheckoutForm(fields, publicUrl);
    if ("fault" in form) return showFault(context, form.fault);
    if (fields.get("cmd") === "_xclick") {
      return showCheckout(context, viewOf(form), [form.returnUrl, form.cancelUrl]);
    }
    if (fields.get("cmd") !== "_sandbox-pay") return showFault(context, "This command is unknown.");
    if (fields.get("action") === "cancel") return context.redirect(form.cancelUrl, 303);
    const outcome = outcomeNamed(fields.get("outcome"));
    if (outcome === undefined) return showFault(context, "This outcome is unknown.");
    await pay(form, outcome);
    return outcome.staysAway ? showFarewell(context) : context.redirect(form.returnUrl, 303);
  });
}

function viewOf(form: CheckoutForm): CheckoutView {
  const names = Object.entries(formFieldNames) as [keyof CheckoutForm, string][];
  return {
    payTo: form.business,
    description: form.itemName,
    invoice: form.invoice,
    amount: form.amount,
    currency: form.currency,
    action: "webscr",
    fields: [["cmd", "_sandbox-pay"], ...names.map(([key, name]) => [name, form[key]] as const)],
  };
}
