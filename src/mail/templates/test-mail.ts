import type { Mail } from "../outbox/outbox.server.ts";
import { letter } from "./email.ts";

/** Shows an owner that mail arrives, and how it looks. */
export function testMail(recipient: string, publicUrl: string): Mail {
  return letter({
    recipient,
    subject: "Mail from your site arrives",
    paragraphs: [
      "You asked for this from the admin panel. It arrived, so mail is set up.",
      "Customers will get their mails from the same sender.",
    ],
    button: { text: "Back to the panel", url: `${publicUrl}/admin` },
  });
}
