import { Badge, Card, Grid, Group, Stack, Text, Title } from "@mantine/core";
import { mostNotificationsShown } from "../../../payments/notifications/verified-notification.ts";
import { MessageFields } from "./message-fields.tsx";
import type { NotificationRow } from "./notification-row.server.ts";

interface PaymentNotificationsProps {
  received: readonly NotificationRow[];
  providerName: string;
}

/** Notifications about an order with their outcomes. */
export function PaymentNotifications({ received, providerName }: PaymentNotificationsProps) {
  return (
    <Stack component="section" gap="md" aria-labelledby="notifications">
      <div>
        <Title order={2} id="notifications">
          Payment notifications
        </Title>
        <Text c="dimmed" size="sm">
          {received.length === 0
            ? `No notifications from ${providerName} about this order.`
            : `Notifications from ${providerName} about this order and how we handled them.`}
          {received.length === mostNotificationsShown && " There may be more than shown here."}
        </Text>
      </div>
      {received.map((notification) => (
        <PaymentNotification
          key={notification.id}
          notification={notification}
          providerName={providerName}
        />
      ))}
    </Stack>
  );
}

interface PaymentNotificationProps {
  notification: NotificationRow;
  providerName: string;
}

function PaymentNotification({ notification, providerName }: PaymentNotificationProps) {
  const { state, reason, resolution, fields, isoDate, fullDate } = notification;
  const { label, color } = standingOf(notification);
  return (
    <Card component="article" withBorder>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, sm: 6 }}>
          <Text size="sm" fw={600}>
            {providerName} said
          </Text>
          <Said notification={notification} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6 }}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              Outcome
            </Text>
            <Badge variant="light" color={color}>
              {label}
            </Badge>
          </Group>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {reason} {stateWords(providerName)[state]}
          </Text>
          {resolution && (
            <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
              {resolution}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            Received <time dateTime={isoDate}>{fullDate}</time>
          </Text>
        </Grid.Col>
      </Grid>
      {fields.length > 0 && <MessageFields fields={fields} />}
    </Card>
  );
}

function Said({
  notification: { status, amount, transactionId },
}: {
  notification: NotificationRow;
}) {
  const facts = [
    ["Status", status],
    ["Amount", amount],
    ["Transaction", transactionId],
  ];
  return facts.map(([label, value]) => (
    <Text key={label} size="sm" style={{ overflowWrap: "anywhere" }}>
      <Text span c="dimmed" inherit>
        {label}{" "}
      </Text>
      {value}
    </Text>
  ));
}

function standingOf({ outcome, resolution }: NotificationRow) {
  if (outcome === null) return undecided;
  return outcome === "review" && resolution !== "" ? looked : outcomes[outcome];
}

const looked = { label: "Decided", color: "gray" };
const undecided = { label: "Needs review", color: "gray" };

const outcomes = {
  applied: { label: "Applied", color: "field" },
  "no-effect": { label: "No effect", color: "gray" },
  review: { label: "Needs review", color: "orange" },
};

/** Explanations of the states. */
function stateWords(providerName: string): Record<NotificationRow["state"], string> {
  return {
    received: `We are checking with ${providerName} whether it is genuine.`,
    verified: `${providerName} has confirmed that it is genuine.`,
    duplicate: `${providerName} has confirmed it; it repeats an earlier one.`,
    invalid: "Someone else may have sent it.",
    ignored: "",
    unanswered: "Compare it with your account there.",
  };
}
