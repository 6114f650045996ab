import type { Mutation } from "./mutation.ts";

export const contentMutations: readonly Mutation[] = [];
