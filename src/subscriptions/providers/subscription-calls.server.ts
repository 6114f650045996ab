import type { Post } from "#mail/mailer.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import type { PaymentProvider } from "#payments/payment-provider.ts";
import type { Payments } from "#payments/payments.ts";
import type { SubscriptionTerms } from "#payments/provider-subscriptions.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import {
  doubling,
  dueFrom,
  type LeaseColumns,
  type LeasedRow,
  LeasedTable,
  nextAttemptAt,
  type RetryPolicy,
} from "#platform/leases.ts";
import type { Log } from "#platform/metrics/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { tellOfPause } from "../changes/tell-of-pause.server.ts";
import type { SubscribedPlan, Subscription } from "../model/subscription.ts";
import {
  type HeldSubscription,
  lockSubscription,
  type Present,
} from "../subscription-store.server.ts";

/**
 * - settle: the cycle that contains `until` was paid in another way, so the provider charges it no more
 * - cancel: the provider charges no more after the paid period
 * - cancel-now: the same for a subscription that has ended here already
 */
export type CallKind = "pause" | "resume" | "cancel" | "cancel-now" | "keep" | "change" | "settle";

/** Calls to providers that follow from changes of subscriptions, each sent until it is answered. */
interface SubscriptionCallsTable extends LeaseColumns {
  id: string;
  subscription_id: string;
  provider: string;
  reference: string;
  kind: CallKind;
  until: number | null;
  /** JSON of `SubscriptionTerms`; null for calls that change no price. */
  terms: string | null;
  requested_at: number;
  state: "waiting" | "done" | "refused";
  /** Why the provider refused the call, or has not answered, as a sentence. */
  reason: string | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    subscription_calls: SubscriptionCallsTable;
  }
}

const leases = new LeasedTable("subscription_calls", { key: ["id"], leaseMs: 60_000 });
const retries: RetryPolicy = {
  pausesMs: doubling(1000, 10 * 60_000),
  forMs: 4 * 24 * 60 * 60 * 1000,
};

interface NewCall {
  readonly kind: CallKind;
  readonly at: number;
  readonly until?: number;
  readonly terms?: SubscriptionTerms;
}

/**
 * Stores a call in the transaction of the change that it follows from. Does nothing for a customer
 * who pays by hand.
 */
export async function queueCall(
  tx: WriteTransaction,
  { id, provider, providerReference }: Subscription,
  { kind, at, until, terms }: NewCall,
): Promise<void> {
  if (provider === null || providerReference === null) return;
  await tx
    .insertInto("subscription_calls")
    .values({
      id: newId(),
      subscription_id: id,
      provider,
      reference: providerReference,
      kind,
      until: until ?? null,
      terms: terms === undefined ? null : JSON.stringify(terms),
      requested_at: at,
      state: "waiting",
      reason: null,
      ...dueFrom(at),
    })
    .execute();
}

/**
 * What the provider is to charge from the next period on. Has no reductions for a subscription that
 * never had any, so that those stay which an owner has given at the provider.
 */
export function termsFromNext(
  { subscription, standing, reductions }: HeldSubscription,
  plan: SubscribedPlan = subscription,
): SubscriptionTerms {
  const { packageName: planName, charged: interval, priceCents } = plan;
  return {
    planName,
    interval,
    priceCents,
    currency: subscription.currency,
    ...(reductions.length > 0 && { reductions: standing.reductions }),
  };
}

/** Lets the provider charge again. The subscription is read as it is after the change. */
export async function queueResume(tx: WriteTransaction, id: string, present: Present) {
  const held = await lockSubscription(tx, id, present);
  if (held === undefined) return;
  const terms = held.reductions.length > 0 ? { terms: termsFromNext(held) } : {};
  await queueCall(tx, held.subscription, { kind: "resume", at: present.now, ...terms });
}

export interface CallDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  readonly post: Post;
}

/**
 * Sends the next due call; false when none is due. Calls of one subscription are sent in their
 * sequence. The id of the call is the idempotency key, so a call that is repeated acts once.
 */
export async function sendNextCall(deps: CallDependencies): Promise<boolean> {
  const { database, payments, clock } = deps;
  const providers = payments.all.map(({ provider }) => provider.name);
  const call = await leases.claim(database, clock(), (due) =>
    due
      .where("provider", "in", providers)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("subscription_calls as earlier")
              .select("earlier.id")
              .whereRef("earlier.subscription_id", "=", "subscription_calls.subscription_id")
              .whereRef("earlier.id", "<", "subscription_calls.id")
              .where("earlier.due_at", "is not", null),
          ),
        ),
      ),
  );
  if (call === undefined) return false;
  await send(deps, call);
  return true;
}

type Call = LeasedRow<"subscription_calls">;

async function send(deps: CallDependencies, call: Call): Promise<void> {
  const { database, payments } = deps;
  const through = payments.through(call.provider);
  try {
    const { raw, consentPage } = await answerTo(deps, through?.provider, call);
    await database.write(async (tx) => {
      const done = { state: "done", due_at: null, reason: null } as const;
      if (!(await leases.settle(tx, call, done))) return;
      if (raw !== null) await through?.storeAnswer(tx, raw);
      if (consentPage !== null) await askForConsent(tx, deps, call);
      if (call.kind === "pause") await tellOfAcceptedPause(tx, deps, call);
    });
    through?.wake();
  } catch (error) {
    if (!(error instanceof AppError && error.code === "conflict")) {
      return tryAgainLater(deps, call, error);
    }
    const refused = { state: "refused", due_at: null, reason: error.message } as const;
    await database.write((tx) => leases.settle(tx, call, refused));
  }
}

interface Answer {
  /** Bytes for `readNotification`; null for an answer without a message. */
  readonly raw: Uint8Array | null;
  /** The provider's page on which the customer agrees to a change; null for no such page. */
  readonly consentPage: string | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Emails that the customer can agree to a new price at the provider now. The page of the
 * subscription leads there. A customer who was told of the change just now needs no second email.
 */
async function askForConsent(
  tx: WriteTransaction,
  { post }: CallDependencies,
  { subscription_id, terms, requested_at }: Call,
): Promise<void> {
  const asked = await tx
    .selectFrom("subscription_events")
    .select(["kind", "at"])
    .where("subscription_id", "=", subscription_id)
    .where("kind", "in", ["plan-asked", "plan-withdrawn", "price-offered"])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (asked?.kind !== "price-offered" || asked.at > requested_at - dayMs) return;
  const latest = await tx
    .selectFrom("subscription_cycles")
    .select("order_id")
    .where("subscription_id", "=", subscription_id)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const order = latest && (await selectOrder(tx, latest.order_id));
  if (order === undefined) return;
  const { priceCents: amountCents } = JSON.parse(terms ?? "{}") as SubscriptionTerms;
  const facts = [["To agree", "Open your plan. It leads to PayPal, which asks you."]] as const;
  await queueOrderEmails(tx, post, order, [{ name: "priceMoved", amountCents, facts }]);
}

/** A provider that has refused a pause charges on, so nobody was told of the pause before. */
async function tellOfAcceptedPause(
  tx: WriteTransaction,
  { post, clock }: CallDependencies,
  { subscription_id }: Call,
): Promise<void> {
  const present = { now: clock(), timeZone: await post.readTimeZone(tx) };
  await tellOfPause(tx, post, subscription_id, present);
}

async function answerTo(
  { publicUrl }: CallDependencies,
  provider: PaymentProvider | undefined,
  { id, kind, reference, until, terms, subscription_id }: Call,
): Promise<Answer> {
  const subscriptions = provider?.subscriptions;
  if (subscriptions == null) {
    throw new AppError("conflict", "This way to pay is no longer set up, so it cannot be called.");
  }
  switch (kind) {
    case "pause":
      return answered(await subscriptions.pause(reference, id));
    case "resume":
      return answered(
        await subscriptions.resume(reference, id, terms === null ? undefined : JSON.parse(terms)),
      );
    case "cancel":
      return answered(await subscriptions.cancel(reference, "period-end", id));
    case "cancel-now":
      return answered(await subscriptions.cancel(reference, "now", id));
    case "keep":
      return answered(await subscriptions.keep(reference, id));
    case "settle":
      await subscriptions.settleElsewhere(reference, until ?? 0, id);
      return answered(null);
    case "change": {
      const page = `${publicUrl}/my-plan/${subscription_id}`;
      const wanted = JSON.parse(terms ?? "{}") as SubscriptionTerms;
      const pages = { returnUrl: page, cancelUrl: page };
      const change = await subscriptions.changeTerms(reference, wanted, pages, id);
      return change.kind === "changed"
        ? answered(change.raw)
        : { raw: null, consentPage: change.url };
    }
  }
}

const answered = (raw: Uint8Array | null): Answer => ({ raw, consentPage: null });

async function tryAgainLater(
  { database, clock, log }: CallDependencies,
  call: Call,
  error: unknown,
): Promise<void> {
  const { id, attempts, requested_at: since } = call;
  log.warn({ call: id, attempts, err: error }, "a provider did not answer about a subscription");
  const due_at = nextAttemptAt(retries, { attempts, since, now: clock() });
  const reason = error instanceof AppError ? error.message : "The provider could not be reached.";
  const state = due_at === null ? "refused" : "waiting";
  await database.write((tx) => leases.settle(tx, call, { due_at, reason, state }));
}

/** Lets calls of a process that has died be sent at once. */
export function releaseCalls(tx: WriteTransaction): Promise<void> {
  return leases.releaseAll(tx);
}
