import { Alert, Anchor, Card, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { MailDecision } from "#app/admin/messages/mail/mail-decision.tsx";
import type { PanelRoom } from "../room-parts.server.ts";

/** Emails that may not speak for their sender and wait for a decision. */
export function PanelEmails({ room: { emails = [] } }: { room: PanelRoom }) {
  if (emails.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label="Emails waiting for a decision">
      {emails.map(({ id, sender, subject, side, received, reason, isWarning }) => (
        <Card key={id} withBorder>
          <Stack gap="xs">
            <Text style={{ overflowWrap: "anywhere" }}>
              {isWarning ? "An email about this order says that it is from " : ""}
              <b>{sender || "an unknown sender"}</b>
              {isWarning ? ", " : " sent an email about this order, "}
              <time dateTime={received.iso}>{received.full}</time>
            </Text>
            <Alert color={isWarning ? "red" : "yellow"} style={{ overflowWrap: "anywhere" }}>
              {reason}
            </Alert>
            <Anchor component={Link} to={`/received-emails/${id}`} size="sm">
              Read “{subject || "No subject"}”
            </Anchor>
            <MailDecision mailId={id} side={side} />
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}
