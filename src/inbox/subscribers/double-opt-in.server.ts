import { wordsOfLetters } from "../../mail/templates/email-template-texts.server.ts";
import type { Configuration } from "../../platform/configuration.ts";
import type { Queries } from "../../platform/database/database.ts";

/**
 * Whether whoever subscribes is asked by mail first: where mail leaves this installation, unless
 * the owner has switched the letter off, without which nobody could ever confirm.
 */
export async function asksToConfirm(
  queries: Queries,
  { smtpUrl }: Pick<Configuration, "smtpUrl">,
): Promise<boolean> {
  if (smtpUrl === undefined) return false;
  const { words } = await wordsOfLetters(queries, ["confirmSubscription"]);
  return words[0] !== undefined;
}
