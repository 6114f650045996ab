import { storedProvider } from "#payments/stored-providers.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dueFrom } from "#platform/leases.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { refusedCallInWords } from "../model/refused-call-words.ts";
import type { CallKind } from "./subscription-calls.server.ts";

interface RefusedCallDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface RefusedCall {
  readonly id: string;
  readonly subscriptionId: string;
  readonly packageName: string;
  readonly orderNumber: number;
  readonly customerName: string;
  readonly customerEmail: string;
  /** What happened, such as "PayPal has not paused the charges". */
  readonly what: string;
  /** What to do, and what the provider said. */
  readonly remedy: string;
}

/** After this time without an answer, a person has to know: the provider may be switched off. */
const answeredWithinMs = 24 * 60 * 60 * 1000;

const ends: readonly CallKind[] = ["cancel", "cancel-now"];

/** Later calls with one of these kinds, if they were done, leave nothing to do about a refused call. */
const overtakenBy: Readonly<Record<CallKind, readonly CallKind[]>> = {
  pause: ["pause", "resume", ...ends],
  resume: ["pause", "resume", ...ends],
  cancel: ["keep", ...ends],
  "cancel-now": ends,
  keep: ["keep", ...ends],
  change: ["change", ...ends],
  settle: [],
};

/**
 * What providers have refused for good or not answered for a day, oldest first. Throws "forbidden".
 */
export async function listRefusedCalls(
  { database, clock }: RefusedCallDependencies,
  actor: Actor,
  subscriptionId?: string,
): Promise<readonly RefusedCall[]> {
  requireRight(actor, "see every order");
  const unanswered = await selectUnanswered(database.read, subscriptionId);
  const rows = unanswered.filter(
    ({ state, requestedAt }) => state === "refused" || requestedAt <= clock() - answeredWithinMs,
  );
  const done = await doneAfter(database.read, rows);
  return rows
    .filter(({ id, subscriptionId: of, kind }) => {
      const later = done.filter((call) => call.subscription_id === of && call.id > id);
      return !later.some((call) => overtakenBy[kind].includes(call.kind));
    })
    .map((row) => {
      const { id, subscriptionId: of, packageName, orderNumber, kind } = row;
      const { customerName, customerEmail } = row;
      const reason = row.reason ?? "No account that is connected here can ask it.";
      const { displayName } = storedProvider(row.provider);
      const words = refusedCallInWords({ kind, reason }, displayName);
      return {
        id,
        subscriptionId: of,
        packageName,
        orderNumber,
        customerName,
        customerEmail,
        ...words,
      };
    });
}

function selectUnanswered(queries: Queries, subscriptionId?: string) {
  return queries
    .selectFrom("subscription_calls as call")
    .innerJoin("subscriptions", "subscriptions.id", "call.subscription_id")
    .innerJoin("orders", "orders.number", "subscriptions.number")
    .select(["call.id", "call.subscription_id as subscriptionId", "call.kind"])
    .select(["call.provider", "call.reason", "subscriptions.package_name as packageName"])
    .select(["orders.number as orderNumber", "orders.customer_name as customerName"])
    .select("orders.customer_email as customerEmail")
    .select(["call.state", "call.requested_at as requestedAt"])
    .where("call.state", "in", ["refused", "waiting"])
    .$if(subscriptionId !== undefined, (query) =>
      query.where("call.subscription_id", "=", subscriptionId ?? ""),
    )
    .orderBy("call.id")
    .execute();
}

async function doneAfter(queries: Queries, refused: readonly { subscriptionId: string }[]) {
  if (refused.length === 0) return [];
  const ids = [...new Set(refused.map((call) => call.subscriptionId))];
  return queries
    .selectFrom("subscription_calls")
    .select(["id", "subscription_id", "kind"])
    .where("subscription_id", "in", ids)
    .where("state", "=", "done")
    .execute();
}

/** Asks the provider once more. Throws "forbidden", and "conflict" for a call that is not open. */
export function askProviderAgain(
  deps: RefusedCallDependencies,
  actor: Actor,
  subscriptionId: string,
  callId: string,
): Promise<void> {
  const now = deps.clock();
  const again = { state: "waiting", requested_at: now, reason: null, ...dueFrom(now) } as const;
  return changeCall(deps, actor, { subscriptionId, callId, action: "Ask provider again" }, again);
}

/**
 * Notes that somebody did at the provider what it had refused. Throws "forbidden", and "conflict" for
 * a call that is not open.
 */
export function noteDoneAtProvider(
  deps: RefusedCallDependencies,
  actor: Actor,
  subscriptionId: string,
  callId: string,
): Promise<void> {
  const done = { state: "done", due_at: null } as const;
  return changeCall(deps, actor, { subscriptionId, callId, action: "Note done at provider" }, done);
}

interface ChangedCall {
  readonly subscriptionId: string;
  readonly callId: string;
  readonly action: string;
}

async function changeCall(
  { database, clock }: RefusedCallDependencies,
  actor: Actor,
  { subscriptionId, callId, action }: ChangedCall,
  columns: CallColumns,
): Promise<void> {
  requireRight(actor, "update orders");
  await database.write(async (tx) => {
    const changed = await updateCall(tx, { subscriptionId, callId }, columns);
    if (changed === undefined) {
      throw new AppError(
        "conflict",
        "The provider has answered meanwhile, so nothing was changed.",
      );
    }
    const { number, orderId } = await tx
      .selectFrom("subscriptions")
      .innerJoin("orders", "orders.number", "subscriptions.number")
      .select(["subscriptions.number", "orders.id as orderId"])
      .where("subscriptions.id", "=", subscriptionId)
      .executeTakeFirstOrThrow();
    await audit(tx, actor, {
      action,
      subject: "order",
      subjectId: orderId,
      label: `Subscription ${number}`,
      before: null,
      after: { call: changed.kind },
      at: clock(),
    });
  });
}

interface CallColumns {
  readonly state: "waiting" | "done";
  readonly reason?: null;
  readonly requested_at?: number;
  readonly due_at: number | null;
  readonly leased_until?: number;
  readonly attempts?: number;
}

function updateCall(
  tx: WriteTransaction,
  { subscriptionId, callId }: Pick<ChangedCall, "subscriptionId" | "callId">,
  columns: CallColumns,
) {
  return tx
    .updateTable("subscription_calls")
    .set(columns)
    .where("id", "=", callId)
    .where("subscription_id", "=", subscriptionId)
    .where("state", "<>", "done")
    .returning("kind")
    .executeTakeFirst();
}
