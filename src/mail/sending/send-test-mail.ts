import type { Database } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight, requireSignedIn } from "../../policy/rights.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { testMail } from "../templates/test-mail.ts";

interface TestMailDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** Sends a short mail to the admin who asks for it, to see that mail leaves at all. Answers its id. */
export async function sendTestMail(
  { database, clock, publicUrl }: TestMailDependencies,
  actor: Actor,
): Promise<string> {
  requireRight(actor, "open the admin panel");
  const { email: label } = requireSignedIn(actor);
  return database.write(async (tx) => {
    const at = clock();
    const subjectId = await queueMail(tx, testMail(label, publicUrl), at);
    const entry = { action: "Send test mail", subject: "mail", subjectId, label };
    await audit(tx, actor, { ...entry, before: null, after: { sentTo: label }, at });
    return subjectId;
  });
}
