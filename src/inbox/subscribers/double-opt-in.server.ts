import { wordsOfLetters } from "../../mail/templates/email-template-texts.server.ts";
import type { Configuration } from "../../platform/configuration.ts";
import type { Queries } from "../../platform/database/database.ts";
import { hasMailServer } from "../../settings/stored-settings.server.ts";

/**
 * Whether a new subscriber gets a confirmation email: only when mail is sent, and the owner has not
 * switched that email off, because otherwise nobody could confirm.
 */
export async function asksToConfirm(
  queries: Queries,
  configuration: Pick<Configuration, "smtpUrl">,
): Promise<boolean> {
  if (!(await hasMailServer(configuration, queries))) return false;
  const { words } = await wordsOfLetters(queries, ["confirmSubscription"]);
  return words[0] !== undefined;
}
