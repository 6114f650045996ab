import { Anchor, Card, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import type { TimelineRow } from "../../ordering/order/timeline-row.server.ts";

/** Every mail about an order, oldest first; each leads to how it looks. */
export function OrderMails({ mails }: { mails: readonly TimelineRow[] }) {
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Title order={2}>Mails</Title>
        {mails.length === 0 && <Text c="dimmed">No mail was written about this order.</Text>}
        {mails.map(({ mailId, title, detail, isoDate, fullDate }) => (
          <div key={mailId}>
            <Anchor component={Link} to={`/outbox/${mailId}`} size="sm" fw={500}>
              {detail}
            </Anchor>
            <Text size="sm" c="dimmed">
              {title}, <time dateTime={isoDate}>{fullDate}</time>
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}
