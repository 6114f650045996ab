import type { Hono } from "hono";
import type { Log } from "../../platform/metrics/log.ts";
import { type CheckoutForm, formFieldNames, readCheckoutForm } from "./checkout-form.ts";
import {
  type CheckoutView,
  showCheckout,
  showFarewell,
  showFault,
  showRefundNote,
} from "./checkout-page.ts";
import { deliver } from "./deliver.ts";
import { webscrPath } from "./endpoints.ts";
import { type Outcome, outcomeNamed } from "./outcomes.ts";
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
  readonly log: Log;
}

const validateCommand = "cmd=_notify-validate&";

/** Payments Standard: checkout, notifications, and their verification. */
export function standardSandbox(sandbox: Hono, options: StandardSandboxOptions): void {
  const { secret, publicUrl, log } = options;
  // Only for the outcome that reuses an id, which takes two payments in a row.
  let lastTransactionId = newTransactionId();

  async function pay(form: CheckoutForm, { deliveries }: Outcome): Promise<void> {
    const reuses = deliveries.some(({ wrong }) => wrong === "transaction");
    if (!reuses) lastTransactionId = newTransactionId();
    const transactionId = lastTransactionId;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    await deliver(
      form.notifyUrl,
      deliveries,
      (delivery) => ({ body: sandboxMessage(form, delivery, transactionId, secret), headers }),
      log,
    );
  }

  async function validate(message: Buffer, hungUp: AbortSignal): Promise<Response> {
    if (!isSandboxMessage(message, secret)) return new Response("INVALID");
    const mark = new URLSearchParams(message.toString("latin1")).get(faultField) ?? undefined;
    const wrong = await faultyAnswer(mark, hungUp);
    return wrong === "invalid" ? new Response("INVALID") : (wrong ?? new Response("VERIFIED"));
  }

  sandbox.get(webscrPath, showRefundNote);

  sandbox.post(webscrPath, async (context) => {
    const body = Buffer.from(await context.req.arrayBuffer());
    if (body.indexOf(validateCommand) === 0) {
      return validate(body.subarray(validateCommand.length), context.req.raw.signal);
    }
    const fields = new URLSearchParams(body.toString("utf8"));
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
