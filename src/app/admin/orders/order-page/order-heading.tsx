import { Button, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { PaymentPill, StagePill } from "#app/admin/frame/ui/status-pills.tsx";
import classes from "#app/order-room/order-room.module.css";
import type { TeamRoom } from "#app/order-room/room-parts.server.ts";
import { IconChevronLeft } from "#app/ui/icons/icon-chevron-left.ts";
import { IconChevronRight } from "#app/ui/icons/icon-chevron-right.ts";

interface OrderHeadingProps {
  room: TeamRoom;
  /** Paths of the previous and the next order in the list; null at the ends of the list. */
  neighbours: { previous: string | null; next: string | null };
}

export function OrderHeading({ room, neighbours }: OrderHeadingProps) {
  const { order, messages, deliveries } = room;
  const { number, orderStatus, paymentStatus, paymentWords, moneyNote } = order;
  const stage = messages.questions.length > 0 ? "waiting-for-customer" : deliveries.stage;
  return (
    <div className={classes.heading}>
      <div>
        <Group gap="sm">
          <Title order={1}>Order {number}</Title>
          <Group gap="sm" wrap="nowrap">
            <PaymentPill status={paymentStatus} words={paymentWords} />
            <StagePill stage={stage} status={orderStatus} />
          </Group>
        </Group>
        <Text className={classes.summary}>
          <b>{order.price}</b> for {order.packageName}, {order.customerName}
          {moneyNote !== "" && ` (${moneyNote.toLowerCase()})`}
        </Text>
      </div>
      <nav aria-label="Previous and next order" className={classes.neighbours}>
        <Neighbour path={neighbours.previous} icon={<IconChevronLeft size={18} aria-hidden />}>
          Previous
        </Neighbour>
        <Neighbour path={neighbours.next} icon={<IconChevronRight size={18} aria-hidden />} isNext>
          Next
        </Neighbour>
      </nav>
    </div>
  );
}

interface NeighbourProps {
  path: string | null;
  icon: ReactNode;
  isNext?: boolean;
  children: string;
}

function Neighbour({ path, icon, isNext = false, children }: NeighbourProps) {
  const key = isNext ? "j" : "k";
  const look = {
    variant: "default",
    h: 44,
    px: "sm",
    title: `${children} order (${key})`,
  };
  const content = (
    <>
      {!isNext && icon}
      <span className={classes.words}>{children}</span>
      {isNext && icon}
    </>
  );
  if (path === null) {
    return (
      <Button {...look} disabled>
        {content}
      </Button>
    );
  }
  return (
    <Button {...look} component={Link} to={path} aria-keyshortcuts={key}>
      {content}
    </Button>
  );
}
