import { Anchor, Badge, Card, Grid, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { MessageFields } from "../order-page/message-fields.tsx";
import { ReviewDecisions } from "./review-decisions.tsx";
import type { ReviewRow } from "./review-row.server.ts";

interface ReviewCardProps {
  review: ReviewRow;
  providerName: string;
}

/** One message that waits for a decision, with everything that is known about it. */
export function ReviewCard({ review, providerName }: ReviewCardProps) {
  const { reason, isGenuine, isInLedger, orderId, orderNumber, fields } = review;
  const title = orderNumber === null ? "Payment message without an order" : `Order ${orderNumber}`;
  return (
    <Card component="article" withBorder aria-label={title}>
      <Stack gap="md">
        <div>
          <Group justify="space-between" gap="xs">
            {orderId === null ? (
              <Text fw={600}>{title}</Text>
            ) : (
              <Anchor component={Link} to={`/admin/payment-status/${orderId}`} fw={600} py={4}>
                {title}
              </Anchor>
            )}
            <Badge variant="light" color={isGenuine ? (isInLedger ? "yellow" : "orange") : "gray"}>
              {isGenuine ? (isInLedger ? "Counts already" : "Does not count") : "Not confirmed"}
            </Badge>
          </Group>
          <Text style={{ overflowWrap: "anywhere" }}>{reason}</Text>
          <Text size="sm" c="dimmed">
            Received <time dateTime={review.isoDate}>{review.fullDate}</time>
          </Text>
        </div>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <Facts
              title={isGenuine ? `${providerName} said` : "The message says"}
              facts={review.said}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <Facts title="What we know" facts={review.known} />
          </Grid.Col>
        </Grid>
        {fields.length > 0 && <MessageFields fields={fields} />}
        <ReviewDecisions review={review} providerName={providerName} />
      </Stack>
    </Card>
  );
}

interface FactsProps {
  title: string;
  facts: ReviewRow["said"];
}

function Facts({ title, facts }: FactsProps) {
  return (
    <>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {facts.map(([label, value]) => (
        <Text key={label} size="sm" style={{ overflowWrap: "anywhere" }}>
          <Text span c="dimmed" inherit>
            {label}{" "}
          </Text>
          {value}
        </Text>
      ))}
    </>
  );
}
