import type { Mutation } from "./mutation.ts";

export const serverMutations: readonly Mutation[] = [
  {
    protection: "An address that is shown is the address that typing it gives",
    file: "src/platform/texts/shown-email.ts",
    find: "return asciiEmail(unicode) ===",
    replace: "return true || asciiEmail(unicode) ===",
    tests: ["src/platform/texts/shown-email.test.ts"],
  },
];
