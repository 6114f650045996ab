import type { betterAuth } from "better-auth";
import { z } from "zod";
import { isEmail, normalEmail } from "#platform/texts/email-address.ts";

const encoded = /^furrow\.([0-9a-f]+)@encoded\.invalid$/;

/**
 * better-auth refuses addresses that Furrow accepts, such as r&d@example.com and addresses in domains
 * that end with a Unicode name. This is the address in a call of better-auth: a refused address is
 * encoded, and `decodeEmails` decodes the address before the database is asked.
 */
export function emailForLibrary(email: string): string {
  const address = normalEmail(email);
  if (!isEmail(address)) return email;
  if (z.email().safeParse(address).success) return address;
  return `furrow.${Buffer.from(address).toString("hex")}@encoded.invalid`;
}

/** The real address of an address from `emailForLibrary`; any other text unchanged. */
function emailFromLibrary(email: string): string {
  const hex = encoded.exec(email)?.[1];
  if (hex === undefined) return email;
  const address = Buffer.from(hex, "hex").toString();
  // Somebody can type an encoded address. Only an address that was encoded above is decoded.
  return emailForLibrary(address) === email ? address : email;
}

type Context = Awaited<ReturnType<typeof betterAuth>["$context"]>;

/** Decodes the addresses that better-auth looks up and stores. */
export function decodeEmails({ internalAdapter }: Pick<Context, "internalAdapter">): void {
  const { findUserByEmail, createUser } = internalAdapter;
  Object.assign(internalAdapter, {
    findUserByEmail: (email, options) => findUserByEmail(emailFromLibrary(email), options),
    createUser: (user, ...rest) =>
      createUser({ ...user, email: emailFromLibrary(user.email) }, ...rest),
  } satisfies Partial<Context["internalAdapter"]>);
}
