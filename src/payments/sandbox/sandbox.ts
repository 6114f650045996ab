import { type Context, Hono } from "hono";
import type { Log } from "../../platform/log.ts";
import { type CheckoutForm, readCheckoutForm } from "./checkout-form.ts";
import { checkoutPage, faultPage, pagePolicy } from "./checkout-page.ts";
import { deliver } from "./deliver.ts";
import { webscrPath } from "./endpoints.ts";
import { outcomes } from "./outcomes.ts";
import { isSandboxMessage, newTransactionId } from "./sandbox-message.ts";

interface SandboxOptions {
  /** Signs its messages, so that any process can confirm what another one sent. */
  readonly secret: string;
  /** The shop's own origin. Beside loopback addresses, the only place it sends anything to. */
  readonly publicUrl: string;
  readonly log: Log;
}

const validateCommand = "cmd=_notify-validate&";

/**
 * A stand-in for PayPal Payments Standard that pretends to move money: the checkout, notifications
 * by real HTTP, and the answer to their verification. Mounted at `sandboxPath`.
 */
export function createSandbox(options: SandboxOptions): Hono {
  const sandbox = new Hono();
  // Only for the outcome that uses an id again; whoever wants to see it pays twice in a row.
  let lastTransactionId = newTransactionId();

  async function pay(form: CheckoutForm, outcomeName: string | null): Promise<boolean> {
    const outcome = outcomes.find(({ value }) => value === outcomeName);
    if (outcome === undefined) return false;
    const reuses = outcome.deliveries.some(({ wrong }) => wrong === "transaction");
    if (!reuses) lastTransactionId = newTransactionId();
    await deliver(form, outcome, lastTransactionId, options);
    return true;
  }

  sandbox.post(webscrPath, async (context) => {
    const body = Buffer.from(await context.req.arrayBuffer());
    if (body.indexOf(validateCommand) === 0) {
      const message = body.subarray(validateCommand.length);
      return context.text(isSandboxMessage(message, options.secret) ? "VERIFIED" : "INVALID");
    }
    const fields = new URLSearchParams(body.toString("utf8"));
    const form = readCheckoutForm(fields, options.publicUrl);
    if ("fault" in form) return showFault(context, form.fault);
    if (fields.get("cmd") === "_xclick") return showCheckout(context, form);
    if (fields.get("cmd") !== "_sandbox-pay") return showFault(context, "This command is unknown.");
    if (fields.get("action") === "cancel") return context.redirect(form.cancelUrl, 303);
    if (await pay(form, fields.get("outcome"))) return context.redirect(form.returnUrl, 303);
    return showFault(context, "This outcome is unknown.");
  });
  return sandbox;
}

function showCheckout(context: Context, form: CheckoutForm) {
  // Browsers hold the redirect back to the shop to form-action as well.
  const targets = [form.returnUrl, form.cancelUrl].map((address) => new URL(address).origin);
  setPageHeaders(context, targets);
  return context.html(checkoutPage(form));
}

function showFault(context: Context, fault: string) {
  setPageHeaders(context, []);
  return context.html(faultPage(fault), 400);
}

function setPageHeaders(context: Context, formTargets: readonly string[]): void {
  context.header("Content-Security-Policy", pagePolicy(formTargets));
  context.header("Cache-Control", "no-store");
}
