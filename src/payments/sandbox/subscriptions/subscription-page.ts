import type { Context, Hono } from "hono";
import { html } from "hono/html";
import type { Database } from "#platform/database/database.ts";
import { showFault, showPage } from "../checkout-page.ts";
import { renewalOutcomeNamed, renewalOutcomes } from "./renewal-outcomes.ts";
import type { SandboxBilling } from "./sandbox-billing.ts";
import {
  clockOf,
  end,
  pricesText,
  priceText,
  type SandboxCycle,
  type SandboxSubscription,
} from "./sandbox-subscription.ts";

interface SubscriptionPageOptions {
  readonly database: Database;
  readonly billing: SandboxBilling;
  readonly path: string;
}

/** A page on which somebody turns the clock of a subscription, or acts as its customer. */
export function subscriptionPage(
  sandbox: Hono,
  { database, billing, path }: SubscriptionPageOptions,
): void {
  const { subscriptions } = billing;

  sandbox.get(`${path}/:id`, async (c) => {
    const given = await subscriptions.find(database.read, c.req.param("id"));
    if (given === undefined || given.cycles.length === 0) {
      return showFault(c, "There is no such subscription.");
    }
    return showSubscription(c, given);
  });

  sandbox.post(`${path}/:id`, async (c) => {
    const id = c.req.param("id");
    const given = await subscriptions.find(database.read, id);
    if (given === undefined || given.cycles.length === 0) {
      return showFault(c, "There is no such subscription.");
    }
    const page = c.req.url.replace(/[?#].*/, "").replace(/.*\//, "");
    // The page then says that nothing more is charged.
    if (given.status === "ended") return c.redirect(page, 303);
    const fields = new URLSearchParams(await c.req.text());
    switch (fields.get("action")) {
      case "turn": {
        const outcome = renewalOutcomeNamed(fields.get("outcome"));
        if (outcome === undefined) return showFault(c, "This outcome is unknown.");
        await billing.turn(id, outcome);
        break;
      }
      case "charge":
        await billing.chargeAgain(id);
        break;
      case "cancel":
        await billing.change(id, end);
        break;
      default:
        return showFault(c, "This action is unknown.");
    }
    return c.redirect(page, 303);
  });
}

const statusWords = {
  "approval-pending": "Not approved yet",
  active: "Active",
  "past-due": "Past due",
  paused: "Paused",
  ended: "Ended",
} as const satisfies Record<SandboxSubscription["status"], string>;

const cycleWords = {
  paid: "Paid",
  open: "Declined",
  void: "Not charged",
  settled: "Paid in another way",
} as const satisfies Record<SandboxCycle["state"], string>;

const nextButton = {
  monthly: "Next month now",
  quarterly: "Next quarter now",
  yearly: "Next year now",
} as const;

function showSubscription(context: Context, given: SandboxSubscription) {
  const ends = given.endsWithPeriod ? ", ends with the period" : "";
  const action = given.id;
  const cycles = given.cycles.toReversed().map(
    (cycle) =>
      html`<dt>${day(cycle.start)}</dt>
        <dd>${cycleWords[cycle.state]}, ${priceText(cycle.priceCents, given.currency)}</dd>`,
  );
  const options = renewalOutcomes.map(
    ({ value, label }) => html`<option value="${value}">${label}</option>`,
  );
  return showPage(
    context,
    "Test subscription",
    html`<dl>
        <dt>For</dt><dd>${given.planName}</dd>
        <dt>Price</dt><dd class="amount">${pricesText(given)}</dd>
        <dt>State</dt><dd>${statusWords[given.status]}${ends}</dd>
        <dt>Its clock</dt><dd>${day(clockOf(given))}</dd>
      </dl>
      ${
        given.status === "ended"
          ? html`<p>Nothing more is charged.</p>`
          : html`<form method="post" action="${action}">
        <label for="outcome">How the next charge goes</label>
        <select id="outcome" name="outcome">${options}</select>
        <button class="main" type="submit" name="action" value="turn">${nextButton[given.interval]}</button>
      </form>
      ${
        given.status === "past-due"
          ? html`<form method="post" action="${action}">
        <button type="submit" name="action" value="charge">Charge again, three days later</button>
      </form>`
          : ""
      }
      <form method="post" action="${action}">
        <button type="submit" name="action" value="cancel">Cancel as the customer</button>
      </form>`
      }
      <h2>Charges</h2>
      <dl>${cycles}</dl>`,
  );
}

/** The provider's page on which the customer changes the card. */
export function showPaymentMethod(context: Context, given: SandboxSubscription, returnUrl: string) {
  return showPage(
    context,
    "Test card",
    html`<dl><dt>Charged for</dt><dd>${given.planName}</dd></dl>
      <form method="post" action="${given.id}">
        <input type="hidden" name="return_url" value="${returnUrl}">
        <button class="main" type="submit">Use another card</button>
      </form>`,
    [returnUrl],
  );
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

function day(time: number): string {
  return longDay.format(time);
}
