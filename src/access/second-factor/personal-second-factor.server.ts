import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { instantOf } from "../sessions/authentication-tables.server.ts";
import { removeSecondFactor } from "./second-factor-tables.server.ts";

/**
 * Whether codes are switched on, and the passkeys. The export omits secrets, codes and keys,
 * because a person who gets hold of the file must not be able to sign in with it.
 */
export const personalSecondFactor: PersonalData = {
  name: "secondFactor",
  async *records(queries, { accountId }) {
    const codes = await queries
      .selectFrom("twoFactor")
      .select("verified")
      .where("userId", "=", accountId)
      .execute();
    yield codes.map(({ verified }) => ({ kind: "codes", isSwitchedOn: Boolean(verified) }));
    const passkeys = await queries
      .selectFrom("passkey")
      .select(["name", "createdAt"])
      .where("userId", "=", accountId)
      .orderBy("id")
      .execute();
    yield passkeys.map(({ name, createdAt }) => ({
      kind: "passkey",
      name,
      addedAt: createdAt === null ? null : isoTime(instantOf(createdAt)),
    }));
  },
  async forget(tx, { accountId }) {
    await removeSecondFactor(tx, accountId);
  },
};
