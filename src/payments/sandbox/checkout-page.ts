import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { amountFromCents } from "#platform/money.ts";
import { type Outcome, outcomes } from "./outcomes.ts";
import type { PastPayment } from "./past-payments.server.ts";

const css = `
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --ink: #1c2430; --soft: #5a6573;
  --line: #d9dee5; --main: #1f4fa3; --on-main: #fff; --mark: #fff3cd; --on-mark: #5c4400; }
@media (prefers-color-scheme: dark) { :root { --ground: #12161c; --card: #1b212a; --ink: #e8ecf1;
  --soft: #a3adba; --line: #343d4a; --main: #8db4ff; --on-main: #0c1930; --mark: #4a3a0a;
  --on-mark: #ffe9a8; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.25rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif; }
main { max-width: 28rem; margin: 6vh auto; padding: clamp(1.25rem, 5vw, 2rem); background: var(--card);
  border: 1px solid var(--line); border-radius: 0.75rem; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; }
main > :last-child { margin-bottom: 0; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.125rem; }
.test { margin: 0 0 1.5rem; padding: 0.625rem 0.875rem; border-radius: 0.5rem;
  background: var(--mark); color: var(--on-mark); }
dl { display: grid; grid-template-columns: auto 1fr; margin: 0 0 1.5rem; }
dt, dd { margin: 0; padding: 0.5rem 0; border-top: 1px solid var(--line); }
dt { padding-right: 1rem; align-content: center; color: var(--soft); }
dd { text-align: right; overflow-wrap: anywhere; }
.amount { font-size: 1.375rem; font-weight: 650; font-variant-numeric: tabular-nums; }
label { display: block; margin-bottom: 0.375rem; font-weight: 600; }
select, input, button { width: 100%; min-height: 2.875rem; padding: 0.5rem 0.75rem; font: inherit;
  border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card);
  color: var(--ink); }
button { margin-top: 0.75rem; font-weight: 600; cursor: pointer; }
button.main { margin-top: 1.25rem; background: var(--main); border-color: var(--main);
  color: var(--on-main); }
button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;

const styleHash = `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

/** Content-Security-Policy that lets a form redirect to the origins in `formTargets`. */
function pagePolicy(formTargets: readonly string[]): string {
  const targets = [...new Set(["'self'", ...formTargets])].join(" ");
  return `default-src 'none'; style-src ${styleHash}; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
}

type Html = ReturnType<typeof html>;

export interface CheckoutView {
  readonly payTo: string;
  readonly description: string;
  readonly invoice: string;
  readonly amount: string;
  readonly currency: string;
  /** Interval of a subscription, such as "a month"; undefined for a single payment. */
  readonly per?: string;
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** By default the outcomes that all protocols have. */
  readonly outcomes?: readonly Pick<Outcome, "value" | "label">[];
}

/** The checkout page of all protocols. */
function checkoutPage(view: CheckoutView): Html {
  const hidden = view.fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const options = (view.outcomes ?? outcomes).map(
    ({ value, label }) => html`<option value="${value}">${label}</option>`,
  );
  return page(
    "Test checkout",
    html`<dl>
        <dt>Pay to</dt><dd>${view.payTo}</dd>
        <dt>For</dt><dd>${view.description}</dd>
        <dt>Invoice</dt><dd>${view.invoice}</dd>
        <dt>Amount</dt><dd class="amount">${view.amount} ${view.currency} ${view.per ?? ""}</dd>
      </dl>
      <form method="post" action="${view.action}">
        ${hidden}
        <label for="outcome">How the payment goes</label>
        <select id="outcome" name="outcome">${options}</select>
        <button class="main" type="submit" name="action" value="pay">Pay now</button>
        <button type="submit" name="action" value="cancel">Cancel and return</button>
      </form>`,
  );
}

/** The page for a refund by hand in Payments Standard. */
function refundPage({ transactionId, form, paidCents, leftCents }: PastPayment): Html {
  const left = amountFromCents(leftCents);
  return page(
    "Test payment",
    html`<dl>
        <dt>Transaction</dt><dd>${transactionId}</dd>
        <dt>For</dt><dd>${form.itemName}</dd>
        <dt>Invoice</dt><dd>${form.invoice}</dd>
        <dt>Paid</dt><dd>${amountFromCents(paidCents)} ${form.currency}</dd>
        <dt>Not refunded</dt><dd class="amount">${left} ${form.currency}</dd>
      </dl>
      ${
        leftCents <= 0
          ? html`<p>The whole payment was refunded.</p>`
          : html`<form method="post" action="webscr">
        <input type="hidden" name="cmd" value="_sandbox-refund">
        <input type="hidden" name="id" value="${transactionId}">
        <label for="amount">Amount in ${form.currency}</label>
        <input id="amount" name="amount" inputmode="decimal" autocomplete="off" value="${left}" required>
        <button class="main" type="submit">Refund</button>
      </form>`
      }`,
  );
}

/** Shown when the checkout has expired before the payment. */
function expiredPage(): Html {
  return page(
    "This checkout has expired",
    html`<p>It has expired, and nothing was charged. Close the window, or go back to the shop yourself.</p>`,
  );
}

/** Shown after an outcome that does not send the customer back to the shop. */
function farewellPage(): Html {
  return page(
    "You have paid",
    html`<p>This outcome does not take you back to the shop. Close the window, or go there yourself.</p>`,
  );
}

function faultPage(fault: string): Html {
  return page("This payment cannot continue", html`<p>${fault}</p>`);
}

function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${raw(css)}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p class="test">This is a test. It stands in for the payment provider, and no money moves.</p>
      ${content}
    </main>
  </body>
</html>`;
}

/** `returnUrls` are the shop's URLs to which the form may redirect. */
export function showCheckout(context: Context, view: CheckoutView, returnUrls: readonly string[]) {
  // Browsers apply form-action to redirects as well, so the policy must allow the return URLs.
  setPageHeaders(
    context,
    returnUrls.map((address) => new URL(address).origin),
  );
  return context.html(checkoutPage(view));
}

/** Another page of a simulated provider. */
export function showPage(
  context: Context,
  title: string,
  content: Html,
  returnUrls: readonly string[] = [],
) {
  setPageHeaders(
    context,
    returnUrls.map((address) => new URL(address).origin),
  );
  return context.html(page(title, content));
}

export function showFarewell(context: Context) {
  setPageHeaders(context, []);
  return context.html(farewellPage());
}

export function showExpired(context: Context) {
  setPageHeaders(context, []);
  return context.html(expiredPage());
}

export function showRefund(context: Context, payment: PastPayment) {
  setPageHeaders(context, []);
  return context.html(refundPage(payment));
}

export function showFault(context: Context, fault: string) {
  setPageHeaders(context, []);
  return context.html(faultPage(fault), 400);
}

function setPageHeaders(context: Context, formTargets: readonly string[]): void {
  context.header("Content-Security-Policy", pagePolicy(formTargets));
  context.header("Cache-Control", "no-store");
}
