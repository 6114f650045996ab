import { randomInt } from "node:crypto";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  networkOf,
  type Sender,
} from "#platform/rate-limit.ts";
import { isSameText, signatureOf } from "#platform/signatures.ts";
import type { Actor } from "#policy/actor.ts";
import { linkEnded } from "#policy/links.ts";

const minuteMs = 60_000;
const codeMs = 15 * minuteMs;
/** Time after a correct code in which the browser is asked for no further code. */
const provenMs = 10 * minuteMs;
/** Each guess has a chance of one in a million. */
const mostGuesses = 5;

interface CodeDependencies extends LimitedDependencies, Sender {
  readonly database: Database;
  readonly post: Post;
}

/**
 * Emails a code to the person of the link. A new code replaces the previous one. Throws
 * "unauthenticated" for everybody but the holder of a link, and "too-many".
 */
export async function sendLinkCode(dependencies: CodeDependencies, actor: Actor): Promise<void> {
  if (actor.kind !== "link") throw linkEnded();
  const { database, clock, secret, post, clientAddress } = dependencies;
  const { visitId, accountId, email, orderId } = actor;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const hourMs = 60 * minuteMs;
  await database.write(async (tx) => {
    await countAttempt(tx, limiterOf(dependencies), [
      { name: "link-codes", attempts: 6, windowMs: hourMs, countedFor: accountId },
      {
        name: "link-codes-of-network",
        attempts: 30,
        windowMs: hourMs,
        countedFor: networkOf(clientAddress),
      },
    ]);
    const changed = await tx
      .updateTable("order_link_visits")
      .set({
        code_hash: signed(secret, visitId, code),
        code_expires_at: clock() + codeMs,
        code_attempts: 0,
      })
      .where("id", "=", visitId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw linkEnded();
    const order = await tx
      .selectFrom("orders")
      .select("number")
      .where("id", "=", orderId)
      .executeTakeFirst();
    await queueEmail(tx, post, {
      name: "linkCode",
      recipient: email,
      values: { email, code, orderNumber: String(order?.number ?? "") },
      path: `/my-order/${orderId}`,
    });
  });
}

/**
 * Compares a typed code with the code of the email. A correct code works once and lets the browser
 * act for ten minutes. After five wrong codes, the person must request a new code. Throws
 * "unauthenticated", "too-many", and "invalid" at `code`.
 */
export async function enterLinkCode(
  dependencies: Omit<CodeDependencies, "post">,
  actor: Actor,
  typed: string,
): Promise<void> {
  if (actor.kind !== "link") throw linkEnded();
  const { database, clock, secret } = dependencies;
  const { visitId, accountId } = actor;
  const code = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(code)) throw wrongCode("Enter the six digits from the email.");
  // A wrong guess is stored, so the transaction returns the refusal instead of throwing it.
  const refusal = await database.write(async (tx) => {
    const now = clock();
    const limit = { name: "link-code-guesses", attempts: 30, windowMs: 60 * minuteMs };
    await countAttempt(tx, limiterOf(dependencies), [{ ...limit, countedFor: accountId }]);
    // Counts the guess before comparing it, so that two concurrent guesses cannot both be the
    // fifth.
    const visit = await tx
      .updateTable("order_link_visits")
      .set(({ eb }) => ({ code_attempts: eb("code_attempts", "+", 1) }))
      .where("id", "=", visitId)
      .where("code_hash", "<>", "")
      .where("code_expires_at", ">", now)
      .where("code_attempts", "<", mostGuesses)
      .returning("code_hash")
      .executeTakeFirst();
    if (visit === undefined) return "This code is no longer valid. Ask for a new one.";
    if (!isSameText(signed(secret, visitId, code), visit.code_hash)) {
      return "This is not the code from the newest email. Check the six digits.";
    }
    await tx
      .updateTable("order_link_visits")
      .set({ code_hash: "", proven_until: now + provenMs })
      .where("id", "=", visitId)
      .execute();
    return null;
  });
  if (refusal !== null) throw wrongCode(refusal);
}

function wrongCode(message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path: "code", message }] });
}

/** A keyed signature, because a plain hash of six digits could be reversed by trying all codes. */
function signed(secret: string, visitId: string, code: string): string {
  return signatureOf(secret, ["order link code", visitId, code]);
}
