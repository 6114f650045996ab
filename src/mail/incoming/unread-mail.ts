import { createHash } from "node:crypto";
import type { DropReason } from "./drop-reasons.ts";
import type { IncomingMail } from "./parse-incoming-mail.ts";

/** Stands for an email of which nothing was read. `identity` tells it from all other emails. */
export function unreadMail(identity: Uint8Array | string, reason: DropReason): IncomingMail {
  const contentHash = createHash("sha256").update(identity).digest("hex");
  return {
    key: contentHash,
    contentHash,
    sender: "",
    fromLine: "",
    authenticationResults: [],
    subject: "",
    original: "",
    text: "",
    quoted: "",
    attachments: 0,
    answers: [],
    recipients: "",
    writtenTo: "",
    reason,
  };
}
