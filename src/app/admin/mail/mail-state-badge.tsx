import { Badge } from "@mantine/core";
import type { MailState } from "../../../mail/outbox/mail-tables.server.ts";

const colours = { waiting: "yellow", sent: "field", failed: "red" };
const words = { waiting: "Waiting", sent: "Sent", failed: "Failed" };

export function MailStateBadge({ state }: { state: MailState }) {
  return (
    <Badge variant="dot" color={colours[state]} miw="max-content">
      {words[state]}
    </Badge>
  );
}
