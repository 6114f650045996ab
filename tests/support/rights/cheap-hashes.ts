import type { HashCost } from "#access/sessions/password-hashes.ts";

/** The lowest cost of argon2id, because tests hash thousands of passwords. */
export const cheapHashCost: HashCost = { memoryKiB: 8, passes: 1 };
