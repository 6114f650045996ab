import type { HashCost } from "../../src/access/sessions/password-hashes.ts";

/** The least that argon2id allows: tests hash some thousand passwords, none of which is secret. */
export const cheapHashCost: HashCost = { memoryKiB: 8, passes: 1 };
