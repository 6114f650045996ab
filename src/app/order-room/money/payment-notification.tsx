import { Badge, Group, Text } from "@mantine/core";
import classes from "../order-room.module.css";
import { MessageFields } from "./message-fields.tsx";
import type { NotificationView } from "./notification-view.server.ts";

interface PaymentNotificationProps {
  notification: NotificationView;
  providerName: string;
  /** True if the text around the notification already gives its status and reason. */
  isNamed: boolean;
}

export function PaymentNotification(props: PaymentNotificationProps) {
  const { notification, providerName, isNamed } = props;
  const { state, status, amount, transactionId, reason, resolution, fields } = notification;
  const { label, color } = standingOf(notification);
  return (
    <details className={classes.notification}>
      <summary>
        <span>{isNamed ? "Notification" : `${providerName} reported ${status}`}</span>{" "}
        <Badge variant="light" color={color}>
          {label}
        </Badge>
      </summary>
      <Text size="sm" mt="xs">
        {isNamed ? "" : reason} {stateWords(providerName)[state]}
      </Text>
      {resolution && (
        <Text size="sm" fw={500}>
          {resolution}
        </Text>
      )}
      <Group gap="0 1rem">
        <Fact label="Amount" value={amount} />
        <Fact label="Transaction" value={transactionId} />
        <Text size="sm" c="dimmed">
          Received <time dateTime={notification.isoDate}>{notification.fullDate}</time>
        </Text>
      </Group>
      {fields.length > 0 && <MessageFields fields={fields} />}
    </details>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Text size="sm">
      <Text span c="dimmed" inherit>
        {label}{" "}
      </Text>
      {value}
    </Text>
  );
}

function standingOf({ outcome, resolution }: NotificationView) {
  if (outcome === null) return unchecked;
  return outcome === "review" && resolution !== "" ? decided : outcomes[outcome];
}

const decided = { label: "Reviewed", color: "gray" };
const unchecked = { label: "Being verified", color: "gray" };

const outcomes = {
  applied: { label: "Applied", color: "brand" },
  "no-effect": { label: "No effect", color: "gray" },
  review: { label: "Needs review", color: "orange" },
};

function stateWords(providerName: string): Record<NotificationView["state"], string> {
  return {
    received: `Your site is checking with ${providerName} whether this notification is genuine.`,
    verified: `${providerName} has confirmed that this notification is genuine.`,
    duplicate: `${providerName} has confirmed this notification. It repeats an earlier one.`,
    invalid: `${providerName} may not have sent this notification.`,
    ignored: "",
    unanswered: `Look for this payment in your account at ${providerName}.`,
  };
}
