import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import classes from "#app/order-room/order-room.module.css";
import type { TeamRoom } from "#app/order-room/room-parts.server.ts";

/** The working days of the order, and a link to the report of this month. */
export function OrderDates({ room: { order, clock } }: { room: TeamRoom }) {
  const text = clock?.text ?? "";
  if (text === "" && !order.isPaid) return null;
  return (
    <Stack gap={4} align="flex-start">
      {text !== "" && (
        <Group gap="sm">
          {clock?.isOverdue && <Badge color="red">Overdue</Badge>}
          <Text size="sm">{text}</Text>
        </Group>
      )}
      {order.isPaid && (
        <Anchor
          component={Link}
          to={`/month-reports/${order.id}/${order.month}`}
          size="sm"
          className={classes.unprinted}
        >
          This month’s report
        </Anchor>
      )}
    </Stack>
  );
}
