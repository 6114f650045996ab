import type { Configuration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { readBusiness } from "#settings/business.server.ts";
import { type Mail, queueMail } from "../outbox/outbox.server.ts";
import { letter } from "../templates/email.ts";

export function testMail(recipient: string, publicUrl: string, name: string): Mail {
  return letter({
    recipient,
    subject: `Test email from ${name}`,
    sender: { name },
    paragraphs: [
      "You requested this email from the admin panel. It arrived, so email is set up.",
      "Your customers get their emails from the same sender.",
    ],
    button: { text: "Back to the panel", url: `${publicUrl}/admin` },
  });
}

interface TestMailDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly configuration: Pick<Configuration, "businessName">;
}

/** Queues a test email to the admin's own address. Returns the id of the email. */
export async function sendTestMail(
  { database, clock, publicUrl, configuration }: TestMailDependencies,
  actor: Actor,
): Promise<string> {
  requireRight(actor, "change settings");
  const { email: label } = requireSignedIn(actor);
  return database.write(async (tx) => {
    const at = clock();
    const { name } = await readBusiness(configuration, tx);
    const subjectId = await queueMail(tx, testMail(label, publicUrl, name), at);
    const entry = { action: "Send test mail", subject: "mail", subjectId, label };
    await audit(tx, actor, { ...entry, before: null, after: { sentTo: label }, at });
    return subjectId;
  });
}
