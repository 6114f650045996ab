import { sql } from "kysely";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";

/**
 * How many messages may wait for the provider's word, so that nobody fills the disk with what they
 * made up. A payment has a handful. Whoever knows one attempt, their own, may hold up the messages of
 * that one alone; whoever has many attempts may hold up the second messages of others, not the first.
 */
const mostWaiting = { ofAttempt: 20, firstOfAttempts: 2000, furtherOfAttempts: 1000 };
/** Those that name no attempt of ours are most likely not the provider's. */
const mostUnexpectedWaiting = 1000;

interface Arrived {
  readonly raw: Uint8Array;
  /** As they are kept: by them the provider knows its message again. */
  readonly headers: string;
}

/**
 * How many messages of an attempt wait before a new one; 0 for a message that names none of ours, and
 * null where exactly this one waits to be asked about already. Throws "unavailable" when too many
 * wait: the sender sends it again then.
 */
export async function turnOf(
  tx: WriteTransaction,
  attemptId: string | null,
  { raw, headers }: Arrived,
): Promise<number | null> {
  if (attemptId === null) {
    await refuseBehind(waiting(tx).where("expected", "=", 0), mostUnexpectedWaiting);
    return 0;
  }
  const isSame = sql<
    boolean | number
  >`raw = ${raw} and headers = ${headers} and state = 'received'`;
  const ofAttempt = await waiting(tx)
    .select(isSame.as("isSame"))
    .where("attempt_id", "=", attemptId)
    .where("expected", "=", 1)
    .limit(mostWaiting.ofAttempt)
    .execute();
  const turn = ofAttempt.length;
  if (ofAttempt.some((message) => message.isSame)) return null;
  if (turn >= mostWaiting.ofAttempt) throw tooManyWait();
  const expected = waiting(tx).where("expected", "=", 1);
  if (turn === 0) await refuseBehind(expected.where("turn", "=", 0), mostWaiting.firstOfAttempts);
  else await refuseBehind(expected.where("turn", ">", 0), mostWaiting.furtherOfAttempts);
  return turn;
}

function waiting(tx: WriteTransaction) {
  return tx
    .selectFrom("payment_notifications")
    .select("next_attempt_at")
    .where("next_attempt_at", "is not", null);
}

async function refuseBehind(messages: ReturnType<typeof waiting>, most: number): Promise<void> {
  const last = await messages
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  if (last !== undefined) throw tooManyWait();
}

function tooManyWait(): AppError {
  return new AppError("unavailable", "Too many notifications wait. Send this one again later.");
}
