import type { Mail } from "../outbox.server.ts";
import { letter } from "./letter.ts";

/** Leads to the page that sets a new password; the link works once and for one hour. */
export function resetPasswordMail(recipient: string, resetUrl: string): Mail {
  return letter({
    recipient,
    subject: "Set a new password",
    before: ["Somebody, we hope you, asked for a new password for your account."],
    button: { text: "Set a new password", url: resetUrl },
    after: [
      "The link works once and for one hour.",
      "If it was not you, there is nothing to do: your password stays as it is.",
    ],
  });
}
