import { Badge, Button, Group, Title } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import { orderStatusColours, paymentStatusColours } from "../ui/status-colours.ts";

interface OrderHeadingProps {
  order: OrderRow;
  neighbours: { previous: string | null; next: string | null };
}

/** Which order this is, how it stands, and the way to the ones before and after it. */
export function OrderHeading({ order, neighbours }: OrderHeadingProps) {
  const { number, orderStatus, paymentStatus } = order;
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <Title order={1}>Order {number}</Title>
        <Badge variant="dot" color={orderStatusColours[orderStatus]}>
          {orderStatus}
        </Badge>
        <Badge variant="dot" color={paymentStatusColours[paymentStatus]}>
          {paymentStatus}
        </Badge>
      </Group>
      <Group component="nav" gap="xs" aria-label="Orders before and after">
        <Neighbour id={neighbours.previous} icon={<IconChevronLeft size={16} aria-hidden />}>
          Previous
        </Neighbour>
        <Neighbour id={neighbours.next} icon={<IconChevronRight size={16} aria-hidden />} isNext>
          Next
        </Neighbour>
      </Group>
    </Group>
  );
}

interface NeighbourProps {
  id: string | null;
  icon: ReactNode;
  isNext?: boolean;
  children: ReactNode;
}

function Neighbour({ id, icon, isNext = false, children }: NeighbourProps) {
  const look = {
    variant: "default",
    h: 44,
    ...(isNext ? { rightSection: icon } : { leftSection: icon }),
  };
  if (id === null) {
    return (
      <Button {...look} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button {...look} component={Link} to={`/admin/payment-status/${id}`}>
      {children}
    </Button>
  );
}
