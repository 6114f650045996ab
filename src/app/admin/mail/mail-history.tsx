import { Card, Text, Timeline, Title } from "@mantine/core";
import type { MailHappening } from "../../../mail/outbox/mail-in-outbox.ts";
import type { Instant } from "./mail-row.server.ts";

interface MailHistoryProps {
  queued: Instant;
  happened: readonly (Omit<MailHappening, "at"> & { readonly at: Instant })[];
}

const words: Readonly<Record<MailHappening["event"], string>> = {
  sent: "Sent",
  failed: "An attempt failed",
  "given up": "Given up",
  "sent again": "Sent again",
};

/** What has happened to a mail, oldest first. */
export function MailHistory({ queued, happened }: MailHistoryProps) {
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="md">
        History
      </Title>
      <Timeline active={happened.length} bulletSize={14} lineWidth={2}>
        <Timeline.Item title="Queued">
          <Moment {...queued} />
        </Timeline.Item>
        {happened.map(({ event, at, note }) => (
          <Timeline.Item key={`${event} ${at.iso}`} title={words[event]}>
            <Moment {...at} />
            {note !== "" && (
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {event === "sent again" ? `By ${note}` : note}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  );
}

function Moment({ full, iso }: Instant) {
  return (
    <Text size="xs" c="dimmed">
      <time dateTime={iso}>{full}</time>
    </Text>
  );
}
