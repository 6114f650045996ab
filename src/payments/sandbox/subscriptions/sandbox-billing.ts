import type { Database } from "#platform/database/database.ts";
import { newTransactionId } from "../sandbox-message.ts";
import {
  changeSandboxOrder,
  findSandboxOrder,
  insertSandboxOrder,
  type SandboxAccount,
  type SandboxOrder,
  type SandboxRefund,
} from "../sandbox-orders.server.ts";
import { disputedPayments, type RenewalOutcome, type RenewalStep } from "./renewal-outcomes.ts";
import { sandboxResources } from "./sandbox-resources.server.ts";
import {
  begin,
  clockOf,
  type NameCycle,
  renew,
  retry,
  type SandboxCycle,
  type SandboxSubscription,
} from "./sandbox-subscription.ts";

/** An event as it is sent, and kept for a shop that asks for events. */
export interface SandboxEvent {
  readonly id: string;
  readonly account: SandboxAccount;
  /** Time by the clock of the subscription, in milliseconds. */
  readonly at: number;
  readonly type: string;
  readonly resource: object;
}

type Report = Pick<SandboxEvent, "type" | "resource">;

/** The events of one protocol about subscriptions. */
export interface BillingReports {
  begun(subscription: SandboxSubscription): readonly Report[];
  paid(subscription: SandboxSubscription, cycle: SandboxCycle): readonly Report[];
  declined(subscription: SandboxSubscription, cycle: SandboxCycle): readonly Report[];
  /** The shop was paid for the cycle in another way. */
  settled(subscription: SandboxSubscription, cycle: SandboxCycle): readonly Report[];
  state(after: SandboxSubscription, before: SandboxSubscription): readonly Report[];
  refunded(order: SandboxOrder, refund: SandboxRefund): readonly Report[];
  disputed(order: SandboxOrder): readonly Report[];
}

interface BillingOptions {
  readonly database: Database;
  /** Name of the simulated provider, which groups its events. */
  readonly provider: "stripe" | "paypal";
  readonly reports: BillingReports;
  readonly nameCycle: NameCycle;
  readonly newEventId: () => string;
  readonly send: (event: SandboxEvent) => Promise<void>;
}

interface Sending {
  readonly copies?: number;
  readonly isLost?: true;
  readonly isReversed?: true;
}

const mostEvents = 5000;

export type SandboxBilling = ReturnType<typeof sandboxBilling>;

/** Subscriptions of a simulated provider, their cycles, and the events about both. */
export function sandboxBilling(options: BillingOptions) {
  const { database, provider, reports, nameCycle, newEventId } = options;
  const subscriptions = sandboxResources<SandboxSubscription>(`subscription at ${provider}`);
  const events = sandboxResources<SandboxEvent>("event");

  async function tell(
    { account = "built-in" }: { readonly account?: SandboxAccount },
    at: number,
    given: readonly Report[],
    sending: Sending = {},
  ) {
    const made = given.map((report) => ({ id: newEventId(), account, at, ...report }));
    for (const event of made) await events.insert(database, event.id, provider, event);
    if (sending.isLost) return;
    for (const event of sending.isReversed ? made.toReversed() : made) {
      const copies = Array.from({ length: sending.copies ?? 1 }, () => options.send(event));
      await Promise.all(copies);
    }
  }

  /** Keeps a paid cycle as an order, so that refunds find it as they find a single payment. */
  async function keepPayment(subscription: SandboxSubscription, cycle: SandboxCycle) {
    await insertSandboxOrder(database, {
      id: cycle.id,
      account: subscription.account,
      customId: subscription.customId,
      invoiceId: "",
      description: subscription.planName,
      amountCents: cycle.priceCents,
      currency: subscription.currency,
      returnUrl: "",
      cancelUrl: "",
      outcome: null,
      capture: null,
      refunds: [],
      paidAt: cycle.chargedAt,
      subscriptionId: subscription.id,
    });
    await changeSandboxOrder(database, { id: cycle.id }, (order) => ({
      ...order,
      capture: { id: cycle.paymentId, idempotencyKey: "" },
    }));
  }

  async function reportsOf(
    before: SandboxSubscription,
    after: SandboxSubscription,
  ): Promise<readonly Report[]> {
    const told: Report[] = [];
    for (const cycle of after.cycles) {
      const former = before.cycles.find(({ id }) => id === cycle.id);
      if (cycle.state === "paid" && former?.state !== "paid") {
        await keepPayment(after, cycle);
        told.push(...reports.paid(after, cycle));
      } else if (cycle.state === "settled" && former?.state !== "settled") {
        told.push(...reports.settled(after, cycle));
      } else if (cycle.failures > (former?.failures ?? 0)) {
        told.push(...reports.declined(after, cycle));
      }
    }
    return [...told, ...reports.state(after, before)];
  }

  async function step(id: string, kind: RenewalStep): Promise<readonly Report[]> {
    if (kind === "refunded") return refundLast(id);
    if (kind === "disputed") return disputeLast(id);
    let before: SandboxSubscription | undefined;
    const after = await subscriptions.change(database, id, (found) => {
      before = found;
      return kind === "charged-again" ? retry(found) : renew(found, nameCycle, kind === "paid");
    });
    return before === undefined || after === undefined ? [] : reportsOf(before, after);
  }

  async function paidOrders(id: string, most: number): Promise<readonly SandboxOrder[]> {
    const found = await subscriptions.find(database.read, id);
    const paid = found?.cycles.filter(({ state }) => state === "paid").slice(-most) ?? [];
    const orders = await Promise.all(
      paid.map((cycle) => findSandboxOrder(database.read, { id: cycle.id })),
    );
    return orders.filter((order) => order !== undefined);
  }

  async function refundLast(id: string): Promise<readonly Report[]> {
    const [order] = await paidOrders(id, 1);
    if (order === undefined) return [];
    const left = order.refunds.reduce((cents, each) => cents - each.cents, order.amountCents);
    if (left <= 0) return [];
    const refundId = `${provider === "stripe" ? "re_" : ""}${newTransactionId()}`;
    const refund = { id: refundId, idempotencyKey: refundId, cents: left };
    const changed = await changeSandboxOrder(database, { id: order.id }, (found) => ({
      ...found,
      refunds: [...found.refunds, refund],
    }));
    return changed === undefined ? [] : reports.refunded(changed, refund);
  }

  async function disputeLast(id: string): Promise<readonly Report[]> {
    return (await paidOrders(id, disputedPayments)).flatMap(reports.disputed);
  }

  return {
    subscriptions,
    /** Events since a time, newest first. */
    async eventsSince(since: number, of: SandboxAccount): Promise<readonly SandboxEvent[]> {
      const kept = await events.newest(database.read, provider, mostEvents);
      return kept.filter(({ at, account }) => at >= since && account === of);
    },
    tell,
    /** Starts a subscription that the customer has approved; once only. */
    async begin(given: SandboxSubscription, sending: Sending = {}) {
      const kept = await subscriptions.insert(database, given.id, provider, given);
      const begun = await subscriptions.change(database, kept.id, (found) =>
        found.status === "approval-pending" ? begin(found, nameCycle) : undefined,
      );
      if (begun === undefined) return undefined;
      const told = [...(await reportsOf(kept, begun)), ...reports.begun(begun)];
      await tell(begun, clockOf(begun), told, sending);
      return begun;
    },
    /** Changes a subscription, and reports its state if something changed. */
    async change(id: string, change: (found: SandboxSubscription) => SandboxSubscription) {
      let before: SandboxSubscription | undefined;
      const after = await subscriptions.change(database, id, (found) => {
        before = found;
        return change(found);
      });
      if (before !== undefined && after !== undefined && after !== before) {
        await tell(after, clockOf(after), await reportsOf(before, after));
      }
      return after;
    },
    /** Turns the clock to the next cycle. */
    async turn(id: string, outcome: RenewalOutcome): Promise<void> {
      const told: [SandboxSubscription, readonly Report[]][] = [];
      for (const kind of outcome.steps) {
        const made = await step(id, kind);
        const found = await subscriptions.find(database.read, id);
        if (found !== undefined) told.push([found, made]);
      }
      // The last report of all steps arrives first, so the steps are reversed as well.
      for (const [found, made] of outcome.isReversed ? told.toReversed() : told) {
        await tell(found, clockOf(found), made, outcome);
      }
    },
    /** Charges what is open, as the provider does some days after a failed charge. */
    async chargeAgain(id: string): Promise<void> {
      const made = await step(id, "charged-again");
      const found = await subscriptions.find(database.read, id);
      if (found !== undefined) await tell(found, clockOf(found), made);
    },
  };
}
