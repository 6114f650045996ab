import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * The ten thousand passwords that are used most, one in a line, in lower case. The build keeps nothing
 * but the text (`scripts/bundle/made-at-build.ts`).
 */
export const commonestPasswords = dictionary["passwords-common"].slice(0, 10_000).join("\n");
