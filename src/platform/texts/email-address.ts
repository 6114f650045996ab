import { z } from "zod";

const address = z.email();

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether an account can have the address. The specification demands three letters in a row. */
export function isAccountEmail(email: string): boolean {
  return email.length <= 254 && /[a-z]{3}/i.test(email) && address.safeParse(email).success;
}
