import type { Database } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { missingOfSeller } from "#settings/invoicing.ts";
import { printedNumber } from "#settings/invoicing-form.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import { nextSequence, seriesOf } from "../series/next-number.server.ts";
import { issueBacklog } from "./backlog.server.ts";
import type { IssuingDependencies } from "./issue-due.server.ts";

type Dependencies = IssuingDependencies & { readonly database: Database; readonly clock: Clock };

interface WaitingOrder {
  readonly orderId: string;
  readonly orderNumber: number;
  /** Why its documents wait, as a sentence. */
  readonly fault: string;
}

export interface Issuing {
  /** Since when paid orders get invoices; null while invoicing is off. */
  readonly since: number | null;
  /** When the site was restored, if the last number is not confirmed since; otherwise null. */
  readonly restoredAt: number | null;
  /** What is missing before documents can be issued, as sentences. */
  readonly missing: readonly string[];
  readonly nextNumber: string;
  /** The last number that was given out in the series, without year and pattern; 0 for none. */
  readonly lastSequence: number;
  readonly waitingCount: number;
  /** The orders that have waited longest. */
  readonly waiting: readonly WaitingOrder[];
}

const mostWaiting = 10;

/** Whether and with which number documents are issued. Throws "unauthenticated" and "forbidden". */
export async function readIssuing(
  { database: { read }, clock, post }: Dependencies,
  actor: Actor,
): Promise<Issuing> {
  requireRight(actor, "see invoices");
  const state = await read
    .selectFrom("invoice_issuing")
    .select(["since", "restored_at as restoredAt"])
    .executeTakeFirstOrThrow();
  const invoicing = await readSetting({}, read, "invoicing");
  const today = dayOf(clock(), await post.readTimeZone(read));
  const sequence = await nextSequence(read, seriesOf(invoicing, today));
  const { count } = await read
    .selectFrom("invoice_backlog")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const waiting = await read
    .selectFrom("invoice_backlog as backlog")
    .innerJoin("orders", "orders.id", "backlog.order_id")
    .select(["orders.id as orderId", "orders.number as orderNumber", "backlog.fault"])
    .orderBy("backlog.since")
    .orderBy("orders.number")
    .limit(mostWaiting)
    .execute();
  return {
    ...state,
    missing: missingOfSeller(invoicing).map(([, sentence]) => sentence),
    nextNumber: printedNumber(invoicing, { year: today.slice(0, 4), sequence }),
    lastSequence: sequence - 1,
    waitingCount: Number(count),
    waiting,
  };
}

/** Tries again to issue what waits. Throws "unauthenticated" and "forbidden". */
export async function tryWaiting({ database, clock }: Dependencies, actor: Actor): Promise<void> {
  requireRight(actor, "issue invoices");
  await database.write((tx) => issueBacklog(tx, clock()));
}
