import type { Queries } from "#platform/database/database.ts";
import type { MissingSecondFactor } from "#policy/actor.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Days in which a person has to set up a required second factor. The days begin when the owner
 * requires the second factor or when the person gets the role, whichever is later.
 */
const secondFactorDays = 7;

interface SecondFactorFacts {
  readonly twoFactorEnabled: boolean | number | null;
  readonly roleSince: number | null;
  /** Null while the owner does not require a second factor. */
  readonly requiredSince: number | null;
}

/**
 * A passkey alone does not count, because the password without a code would still open the account.
 */
export function missingSecondFactor({
  twoFactorEnabled,
  roleSince,
  requiredSince,
}: SecondFactorFacts): { readonly missingSecondFactor?: MissingSecondFactor } {
  if (requiredSince === null || twoFactorEnabled) return {};
  const since = Math.max(Number(requiredSince), Number(roleSince));
  const dueAt = since + secondFactorDays * dayMs;
  return { missingSecondFactor: { dueAt, isOverdue: dueAt <= Date.now() } };
}

/** Undefined if there is no such account. */
export async function secondFactorFacts(
  queries: Queries,
  accountId: string,
): Promise<SecondFactorFacts | undefined> {
  return queries
    .selectFrom("user")
    .leftJoin("user_records", "email_key", "email")
    .leftJoin("settings", (join) =>
      join.on("settings.name", "=", "staffSecondFactor").on("settings.value", "=", "true"),
    )
    .select([
      "twoFactorEnabled",
      "user_records.created_at as roleSince",
      "settings.changed_at as requiredSince",
    ])
    .where("user.id", "=", accountId)
    .executeTakeFirst();
}
