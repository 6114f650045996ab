import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * The 10,000 most common passwords, one per line, in lower case. The build stores this text and
 * drops the rest of the dictionary (`scripts/bundle/build-plugins.ts`).
 */
export const commonestPasswords = dictionary["passwords-common"].slice(0, 10_000).join("\n");
