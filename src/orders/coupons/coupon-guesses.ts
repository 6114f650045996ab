import type { Database } from "#platform/database/database.ts";
import {
  countAttempt,
  giveBackAttempt,
  type LimitedDependencies,
  limiterOf,
  networkOf,
  type RateLimit,
  refuseOverLimits,
  type Sender,
} from "#platform/rate-limit.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { CouponRefusal } from "./take-coupon.server.ts";

const hourMs = 60 * 60_000;

/** The only sentence about a code that does not count for a visitor. */
export const codeRefusedForVisitor =
  "This code does not work. Check it, or remove it to order at the full price.";

export interface GuessDependencies extends LimitedDependencies, Sender {
  readonly database: Database;
}

/** A customer who mistypes a code needs a few attempts; a program that looks for codes, thousands. */
function guessLimits(actor: Actor, { clientAddress }: Sender): readonly RateLimit[] {
  const wayOut = "Or order without a coupon.";
  const network = {
    name: "coupon-guesses-of-network",
    attempts: 60,
    windowMs: hourMs,
    countedFor: networkOf(clientAddress),
    wayOut,
  };
  if (!isSignedIn(actor)) {
    const name = "coupon-guesses-of-visitors";
    return [{ ...network, name, attempts: 15 }, network];
  }
  const own = { ...network, name: "coupon-guesses", attempts: 20, countedFor: actor.accountId };
  return [own, network];
}

/**
 * Runs something that checks a coupon's code, and counts codes that no coupon has. A visitor gets
 * one sentence for all reasons, so that a guesser does not learn which codes exist. Throws
 * "too-many" after too many such codes, also for one that a coupon has. Counts each code before it
 * is checked, so that guesses at the same time are not more than the limit, and gives the attempt
 * back when a coupon has the code.
 */
export async function limitingGuesses<Result>(
  deps: GuessDependencies,
  actor: Actor,
  code: string | undefined,
  check: () => Promise<Result>,
): Promise<Result> {
  if (code === undefined) return check();
  const limits = guessLimits(actor, deps);
  const limiter = limiterOf(deps);
  await refuseOverLimits(deps.database.read, limiter, limits);
  await deps.database.write((tx) => countAttempt(tx, limiter, limits));
  let isGuess = false;
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof CouponRefusal)) throw error;
    isGuess = error.isUnknown;
    throw isSignedIn(actor) ? error : new CouponRefusal(codeRefusedForVisitor);
  } finally {
    if (!isGuess) {
      // The order is placed by now: an attempt too many must not look like a failed order.
      await deps.database
        .write((tx) => giveBackAttempt(tx, limiter, limits))
        .catch(() => undefined);
    }
  }
}
