import { Anchor, Card, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { MailDecision } from "../../mail/mail-decision.tsx";
import type { ReceivedRow } from "../../mail/received-row.server.ts";

/** Emails from unexpected addresses that wait for a decision. */
export function WaitingEmails({ emails }: { emails: readonly ReceivedRow[] }) {
  if (emails.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label="Emails waiting for a decision">
      {emails.map(({ id, sender, subject, side, received }) => (
        <Card key={id} withBorder>
          <Stack gap="xs">
            <Text style={{ overflowWrap: "anywhere" }}>
              <b>{sender}</b> sent an email about this order,{" "}
              <time dateTime={received.iso}>{received.full}</time>
            </Text>
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
