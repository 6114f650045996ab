import { z } from "zod";

const address = z.email();

/** What two spellings of an address have in common: addresses are compared without case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The rule of sign-in: the form of an address, and three letters in a row somewhere in it. */
export function isAccountEmail(email: string): boolean {
  return email.length <= 254 && /[a-z]{3}/i.test(email) && address.safeParse(email).success;
}
