import type { Mutation } from "./mutation.ts";

export const accessMutations: readonly Mutation[] = [];
