import type { Order } from "#orders/order.ts";
import {
  attemptsOf,
  noteLeft,
  noteReturned,
  type PaymentAttempt,
} from "#payments/attempts/payment-attempt-store.server.ts";
import type { Payments } from "#payments/payments.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import {
  awaitedTransfer,
  leaveTransfer,
  selectTransfer,
} from "../bank-transfer/bank-transfer-tables.server.ts";
import { mayBePaidAlready } from "./may-be-paid-already.ts";
import {
  openCheckoutsIn,
  type PaymentProgress,
  progressFacts,
  progressIn,
} from "./payment-progress.ts";
import type { Way } from "./ways.ts";

/** A way to pay an order that the customer has begun and not finished. */
export interface OpenWay {
  /** With this id, a form says that the customer has left the way. */
  readonly id: string;
  readonly way: Way;
  /** Such as "PayPal" or "bank transfer". */
  readonly name: string;
}

/** The open way of an UnPaid order; null without one. */
export async function openWayOf(
  queries: Queries,
  payments: Payments,
  { id, paymentStatus }: Order,
  now: number,
): Promise<OpenWay | null> {
  if (paymentStatus !== "UnPaid") return null;
  const checkouts = openCheckoutsIn(payments, await progressFacts(queries, id), now);
  return openWayIn(queries, payments, { id, checkouts });
}

/** The way that was begun last for an order, whatever its result; null before the first. */
export async function begunWay(
  queries: Queries,
  payments: Payments,
  orderId: string,
): Promise<Way | null> {
  const newest = (await attemptsOf(queries, [orderId])).at(-1);
  const transfer = await selectTransfer(queries, orderId);
  if (transfer !== undefined && transfer.chosen_at >= (newest?.createdAt ?? 0)) return "transfer";
  return (newest && payments.through(newest.provider)?.provider.way) ?? null;
}

interface OpenCheckouts {
  readonly id: string;
  readonly checkouts: readonly PaymentAttempt[];
}

/**
 * An attempt after which the customer came back is no open way: `PaymentProgress` tells of it, until
 * the provider does.
 */
async function openWayIn(
  queries: Queries,
  payments: Payments,
  { id, checkouts }: OpenCheckouts,
): Promise<OpenWay | null> {
  if ((await awaitedTransfer(queries, id)) !== null) {
    return { id: "transfer", way: "transfer", name: "bank transfer" };
  }
  const newest = checkouts.find(({ returnedAt }) => returnedAt === null);
  const provider = newest && payments.through(newest.provider)?.provider;
  if (newest === undefined || provider === undefined) return null;
  return { id: newest.id, way: provider.way, name: provider.displayName };
}

interface WayChoice {
  readonly way: Way;
  readonly again?: boolean;
  readonly left?: string | undefined;
  /** Attempts whose checkouts are closed, or cannot be. */
  readonly closed: ReadonlySet<string>;
  readonly now: number;
}

interface FreeWay {
  readonly progress: PaymentProgress | null;
  /** Attempts whose checkouts have to be closed first, because a customer could still pay there. */
  readonly toClose: readonly PaymentAttempt[];
  /** Attempts that end when the customer pays in this way. */
  readonly toLeave: readonly PaymentAttempt[];
}

/**
 * Throws "conflict" with `extra.paymentProgress` when a payment may be on its way and `again` is
 * false, and with `extra.openWay` when the customer has begun another way and `left` does not name
 * it. Pages hide the buttons in these cases, but a page that was loaded before still shows them.
 * Requires a locked order.
 */
export async function requireFreeWay(
  tx: WriteTransaction,
  payments: Payments,
  order: Order,
  { way, again = false, left, closed, now }: WayChoice,
): Promise<FreeWay> {
  const facts = await progressFacts(tx, order.id);
  const progress = progressIn(payments, facts, now);
  if (!again) requireNoOther(progress);
  const checkouts = openCheckoutsIn(payments, facts, now);
  const open = await openWayIn(tx, payments, { id: order.id, checkouts });
  if (open !== null && open.way !== way && open.id !== left) {
    const sentence = `You have begun to pay by ${open.name}. Choose another way only if you have not paid there.`;
    throw new AppError("conflict", sentence, { extra: { openWay: open.id } });
  }
  const providerOf = ({ provider }: PaymentAttempt) => payments.through(provider)?.provider;
  return {
    progress,
    toClose: checkouts.filter(
      (attempt) =>
        attempt.reference !== null &&
        providerOf(attempt)?.endCheckout !== undefined &&
        !closed.has(attempt.id),
    ),
    toLeave: checkouts.filter(
      (attempt) => closed.has(attempt.id) || providerOf(attempt)?.way !== way,
    ),
  };
}

function requireNoOther(progress: PaymentProgress | null): void {
  if (!mayBePaidAlready(progress)) return;
  const { state, providerName } = progress;
  const what = {
    pending: `${providerName} is still processing a payment for this order.`,
    returned: `A payment for this order was started at ${providerName}, which has not reported a result yet.`,
    "in-question": `Money for this order arrived at ${providerName}, and we are checking it.`,
  }[state];
  const sentence = `${what} Wait for the result, or confirm that you want to pay again anyway.`;
  throw new AppError("conflict", sentence, { extra: { paymentProgress: state } });
}

/** Records what `requireFreeWay` found. */
export async function leaveOtherWays(
  tx: WriteTransaction,
  order: Order,
  { toLeave }: FreeWay,
  now: number,
): Promise<void> {
  await leaveTransfer(tx, order.id, now);
  await noteLeft(
    tx,
    toLeave.map(({ id }) => id),
    now,
  );
}

interface ClosingDependencies {
  readonly database: Database;
  readonly payments: Payments;
  readonly clock: Clock;
}

type Begun<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "to-close"; readonly attempts: readonly PaymentAttempt[] };

/**
 * Runs `begin`, closes the checkouts that it names at their providers, and runs it again: a
 * transaction awaits no request. Throws "conflict" when a checkout was finished in the meantime, so
 * that nobody pays twice. A checkout that cannot be closed stays open; a payment there then needs
 * review.
 */
export async function afterClosingCheckouts<Result>(
  { database, payments, clock }: ClosingDependencies,
  begin: (closed: ReadonlySet<string>) => Promise<Begun<Result>>,
): Promise<Result> {
  const closed = new Set<string>();
  for (;;) {
    const begun = await begin(closed);
    if (begun.kind === "done") return begun.result;
    for (const attempt of begun.attempts) {
      closed.add(attempt.id);
      const through = payments.through(attempt.provider);
      if ((await through?.endCheckout(attempt)) !== "finished") continue;
      await database.write((tx) => noteReturned(tx, attempt.id, clock()));
      const name = through?.provider.displayName;
      const sentence = `A payment for this order has just been made at ${name}, so no other was started. We are waiting for ${name} to confirm it.`;
      throw new AppError("conflict", sentence);
    }
  }
}

interface EndingDependencies extends Pick<ClosingDependencies, "database" | "clock"> {
  readonly payments: Pick<Payments, "through">;
}

/**
 * Closes the checkouts of an order that needs no payment any more, so that nobody pays there later.
 * Does not wait for the providers and never fails, because the order has changed already. A payment
 * at a checkout that stays open needs review.
 */
export async function endCheckoutsOf(deps: EndingDependencies, orderId: string): Promise<void> {
  const { database, payments, clock } = deps;
  const open = await progressFacts(database.read, orderId)
    .then((facts) => openCheckoutsIn(payments, facts, clock()))
    .catch(() => []);
  for (const attempt of open) {
    const through = payments.through(attempt.provider);
    if (attempt.reference === null || through === undefined) continue;
    void through
      .endCheckout(attempt)
      .then(async (end) => {
        if (end === "open") return;
        await database.write((tx) =>
          end === "closed"
            ? noteLeft(tx, [attempt.id], clock())
            : noteReturned(tx, attempt.id, clock()),
        );
      })
      .catch(() => {});
  }
}
