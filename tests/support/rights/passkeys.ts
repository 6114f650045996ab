import { addPasskey, passkeyCreationOptions } from "#access/second-factor/passkeys.ts";
import { createSoftwarePasskey } from "../browser/software-passkey.ts";
import { type Access, goodPassword, headersFrom, type registered, verified } from "./access.ts";

export type Person = Awaited<ReturnType<typeof registered>>;
export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>;

/** What the server sends a browser for a passkey. */
export interface PasskeyOptions {
  readonly challenge: string;
}

const site = "https://shop.example.com";
export const siteOfPasskeys = { PUBLIC_URL: site, PAYMENTS: "sandbox" };

export const newPasskey = () => createSoftwarePasskey({ host: "shop.example.com", origin: site });

/** Headers with the cookies of a person, and with those of an answer. */
export const withCookies = (headers: Headers | null, cookies: readonly string[]) =>
  headersFrom("203.0.113.7", {
    cookie: [headers?.get("cookie") ?? [], ...cookies.map((line) => line.split(";")[0])]
      .flat()
      .join("; "),
  });

/** Adds a passkey to an account, whose address it confirms. */
export async function withPasskey(access: Access, person: Person, isVerified = true) {
  const { actor, headers } = person;
  await verified(access, actor.accountId);
  const passkey = newPasskey();
  const password = goodPassword;
  const begun = await passkeyCreationOptions(access.access, actor, headers, { password });
  const response = passkey.create(begun.body as PasskeyOptions, isVerified);
  const both = withCookies(headers, begun.cookies);
  const { id } = await addPasskey(access.access, actor, both, { name: "My phone", response });
  return { id, passkey };
}
