import { accessMutations } from "./access-mutations.ts";
import { booksMutations } from "./books-mutations.ts";
import { contentMutations } from "./content-mutations.ts";
import type { Mutation } from "./mutation.ts";
import { ordersMutations } from "./orders-mutations.ts";
import { paymentAccountMutations } from "./payment-account-mutations.ts";
import { serverMutations } from "./server-mutations.ts";
import { siteMutations } from "./site-mutations.ts";
import { stripeMutations } from "./stripe-mutations.ts";

export const allMutations: readonly Mutation[] = [
  ...accessMutations,
  ...ordersMutations,
  ...booksMutations,
  ...stripeMutations,
  ...paymentAccountMutations,
  ...contentMutations,
  ...serverMutations,
  ...siteMutations,
];
