import { normalEmail } from "../../platform/texts/email-address.ts";
import type { AccessDependencies } from "./sign-in.ts";

/**
 * Stores a password anew when its hash is of an earlier kind. Called with one that was right a moment
 * ago: if it was changed meanwhile, it stays as it was changed. Throws "unavailable" when too many
 * passwords wait to be hashed.
 */
export async function renewPasswordHash(
  { authentication, passwords }: AccessDependencies,
  email: string,
  password: string,
): Promise<void> {
  const { adapter, internalAdapter } = await authentication.$context;
  const found = await internalAdapter.findUserByEmail(normalEmail(email), {
    includeAccounts: true,
  });
  const account = found?.accounts.find(({ providerId }) => providerId === "credential");
  if (!account?.password || !passwords.isOutdated(account.password)) return;
  const renewed = await passwords.hash(password);
  await adapter.updateMany({
    model: "account",
    where: [
      { field: "id", value: account.id },
      { field: "password", value: account.password },
    ],
    update: { password: renewed },
  });
}
