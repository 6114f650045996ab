import type { Mutation } from "./mutation.ts";

export const ordersMutations: readonly Mutation[] = [];
