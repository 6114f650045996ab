import { z } from "zod";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, system } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import type { KeepableKind, WayIn } from "#policy/ways-in.ts";
import { lockAccount } from "../accounts/accounts.server.ts";
import {
  auditedEnds,
  endWaysIn,
  factsOfEnded,
  keepInput,
  listWaysIn,
  type OpenWay,
} from "../ways-in/ways-in.ts";
import { removeSecondFactor } from "./second-factor-tables.server.ts";

interface ShownSecondFactor {
  readonly hasCodes: boolean;
  readonly passkeys: number;
  /** What else opens the account. */
  readonly ways: readonly OpenWay[];
}

export async function readSecondFactor(
  { database: { read }, clock, waysIn }: Pick<ResetDependencies, "database" | "clock" | "waysIn">,
  actor: Actor,
  accountId: string,
): Promise<ShownSecondFactor> {
  requireRight(actor, "see every user");
  const user = await read
    .selectFrom("user")
    .select("twoFactorEnabled")
    .where("id", "=", accountId)
    .executeTakeFirst();
  const { count } = await read
    .selectFrom("passkey")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("userId", "=", accountId)
    .executeTakeFirstOrThrow();
  const open = await listWaysIn(read, waysIn, { accountId, at: clock() });
  const ways = open.filter(({ kind }) => kind !== "passkeys");
  return { hasCodes: Boolean(user?.twoFactorEnabled), passkeys: Number(count), ways };
}

const resetInput = z.strictObject({
  understood: z.literal("yes", "Tick the box to confirm."),
  keep: keepInput,
});

interface ResetDependencies extends EmailingDependencies {
  readonly waysIn: readonly WayIn[];
}

/**
 * Removes codes, backup codes and passkeys of a person who has lost them, and ends every session of
 * the person and, unless the input keeps it, all else that opens the account. Throws "invalid" at the field `understood`, "not-found", and "conflict" for the
 * actor's own account.
 */
export async function resetSecondFactor(
  { database, clock, post, waysIn }: ResetDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "update users");
  const { keep } = parseOrThrow(resetInput, input);
  if (requireSignedIn(actor).accountId === accountId) {
    const message = "This is your own account. Change your second factor on your Security page.";
    throw new AppError("conflict", message);
  }
  await database.write(async (tx) => {
    const { email } = await lockAccount(tx, accountId);
    const at = clock();
    await resetIn(tx, { post, waysIn }, actor, { accountId, email, at, keep });
  });
}

/**
 * Like `resetSecondFactor`, for the command `furrow reset-second-factor`, which needs no other
 * admin. Returns false for an address without an account.
 */
export async function resetSecondFactorOf(
  { database, post, waysIn }: Omit<ResetDependencies, "clock">,
  email: string,
): Promise<boolean> {
  return database.write(async (tx) => {
    const user = await tx
      .selectFrom("user")
      .select(["id", "email"])
      .where("email", "=", normalEmail(email))
      .executeTakeFirst();
    if (user === undefined) return false;
    const person = await lockAccount(tx, user.id);
    await resetIn(tx, { post, waysIn }, system, { ...person, at: post.clock() });
    return true;
  });
}

interface Reset {
  readonly accountId: string;
  readonly email: string;
  readonly at: number;
  readonly keep?: readonly KeepableKind[] | undefined;
}

async function resetIn(
  tx: WriteTransaction,
  { post, waysIn }: Pick<ResetDependencies, "post" | "waysIn">,
  actor: Actor,
  { accountId, email, at, keep = [] }: Reset,
): Promise<void> {
  // A passkey is a part of the second factor that was lost.
  const stays = keep.filter((kind) => kind !== "passkeys");
  const ends = await endWaysIn(tx, waysIn, { accountId, at, keep: stays });
  await removeSecondFactor(tx, accountId);
  await audit(tx, actor, {
    action: "Reset second factor",
    subject: "account",
    subjectId: accountId,
    label: email,
    before: null,
    after: auditedEnds(ends),
    at,
  });
  await queueEmail(tx, post, {
    name: "secondFactorOff",
    recipient: email,
    values: { email },
    path: "/account/security",
    facts: factsOfEnded(ends),
  });
}
