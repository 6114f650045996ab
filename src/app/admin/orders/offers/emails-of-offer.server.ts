import { hasMailServer } from "#app/admin/messages/mail/mail-row.server.ts";
import type { Services } from "#compose.ts";

/** Says in a toast what becomes of the emails with an offer. */
export async function emailsOfOffer(
  services: Pick<Services, "configuration" | "database">,
): Promise<string> {
  return (await hasMailServer(services))
    ? "The email is on its way"
    : "The email waits until a mail server is set up";
}
