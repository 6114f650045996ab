import { randomInt } from "node:crypto";
import { queueEmail } from "#mail/queue-email.server.ts";
import { AppError } from "#platform/errors.ts";
import { countAttempt, limiterOf, networkOf, type Sender } from "#platform/rate-limit.ts";
import { isSameText, signatureOf } from "#platform/signatures.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { findVisit, type OpenOfferDependencies, offerLinkEnded } from "./open-offer.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const codeMs = 15 * minuteMs;
/** Time after a correct code in which the browser is asked for no further code. */
export const offerProvenMs = 10 * minuteMs;
/** Each guess has a chance of one in a million. */
const mostGuesses = 5;

/**
 * Emails a code to the person of the link that is open in the browser. A new code replaces the
 * previous one. Throws "not-found" for a cookie that opens nothing, and "too-many".
 */
export async function sendOfferCode(
  { database, post, clientAddress }: OpenOfferDependencies & Sender,
  secret: string,
): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await database.write(async (tx) => {
    const now = post.clock();
    const visit = await findVisit(tx, secret, now);
    if (visit === undefined) throw offerLinkEnded();
    const { visitId, email, offer } = visit;
    await countAttempt(tx, limiterOf(post), [
      { name: "offer-codes", attempts: 6, windowMs: hourMs, countedFor: normalEmail(email) },
      {
        name: "offer-codes-of-network",
        attempts: 30,
        windowMs: hourMs,
        countedFor: networkOf(clientAddress),
      },
    ]);
    await tx
      .updateTable("offer_visits")
      .set({
        code_hash: signed(post.secret, visitId, code),
        code_expires_at: now + codeMs,
        code_attempts: 0,
      })
      .where("id", "=", visitId)
      .execute();
    await queueEmail(tx, post, {
      name: "offerCode",
      recipient: email,
      values: { email, code, offer: offer.title },
      path: "/offer/open",
    });
  });
}

/**
 * Compares a typed code with the code of the email. A correct code works once and lets the browser
 * act for ten minutes. After five wrong codes, the person must request a new code. Throws
 * "not-found", "too-many", and "invalid" at `code`.
 */
export async function enterOfferCode(
  { database, post }: OpenOfferDependencies,
  secret: string,
  typed: string,
): Promise<void> {
  const code = typed.replace(/\s/g, "");
  if (!/^\d{6}$/.test(code)) throw wrongCode("Enter the six digits from the email.");
  // A wrong guess is stored, so the transaction returns the refusal instead of throwing it.
  const refusal = await database.write(async (tx) => {
    const now = post.clock();
    const visit = await findVisit(tx, secret, now);
    if (visit === undefined) throw offerLinkEnded();
    const { visitId, email } = visit;
    const limit = { name: "offer-code-guesses", attempts: 30, windowMs: hourMs };
    await countAttempt(tx, limiterOf(post), [{ ...limit, countedFor: normalEmail(email) }]);
    // Counts the guess before comparing it, so that two concurrent guesses cannot both be the
    // fifth.
    const counted = await tx
      .updateTable("offer_visits")
      .set(({ eb }) => ({ code_attempts: eb("code_attempts", "+", 1) }))
      .where("id", "=", visitId)
      .where("code_hash", "<>", "")
      .where("code_expires_at", ">", now)
      .where("code_attempts", "<", mostGuesses)
      .returning("code_hash")
      .executeTakeFirst();
    if (counted === undefined) return "This code is no longer valid. Ask for a new one.";
    if (!isSameText(signed(post.secret, visitId, code), counted.code_hash)) {
      return "This is not the code from the newest email. Check the six digits.";
    }
    await tx
      .updateTable("offer_visits")
      .set({ code_hash: "", proven_until: now + offerProvenMs })
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
  return signatureOf(secret, ["offer code", visitId, code]);
}
