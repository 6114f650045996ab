import { AsyncLocalStorage } from "node:async_hooks";

const buying = new AsyncLocalStorage<true>();

/**
 * Calls better-auth for the registration of a buyer, who gets no welcome email, because the emails
 * about the order welcome the buyer.
 */
export function registeringBuyer<Result>(callLibrary: () => Promise<Result>): Promise<Result> {
  return buying.run(true, callLibrary);
}

/** For better-auth's hooks. */
export function isRegisteringBuyer(): boolean {
  return buying.getStore() === true;
}
