import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * The ten thousand most common passwords, one per line, in lower case. The build keeps only this
 * text (`scripts/bundle/build-plugins.ts`).
 */
export const commonestPasswords = dictionary["passwords-common"].slice(0, 10_000).join("\n");
