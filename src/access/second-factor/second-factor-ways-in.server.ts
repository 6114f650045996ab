import type { WayIn } from "#policy/ways-in.ts";
import { countVerifications } from "../sessions/authentication-tables.server.ts";
import { endSecondSteps, removePasskeys } from "./second-factor-tables.server.ts";

export const passkeysWayIn: WayIn = {
  kind: "passkeys",
  words: ["passkey", "passkeys"],
  secrets: ["passkey.publicKey", "passkey.credentialID"],
  async count(queries, { accountId }) {
    const { count } = await queries
      .selectFrom("passkey")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("userId", "=", accountId)
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  end: (tx, { accountId }) => removePasskeys(tx, accountId),
};

/** Browsers that are asked for no code, and sign-ins that have passed the password. */
export const trustedDevicesWayIn: WayIn = {
  kind: "trustedDevices",
  words: ["browser that needs no code", "browsers that need no code"],
  secrets: ["verification.identifier"],
  count: (queries, { accountId }) => countVerifications(queries, accountId, "trust-device-%"),
  end: (tx, { accountId }) => endSecondSteps(tx, accountId),
};
