import { Anchor, Badge, Text } from "@mantine/core";
import { Link } from "react-router";
import type { MarkedOrderRow } from "#app/ordering/order/order-row.server.ts";
import { paymentStatusColours } from "../ui/status-colours.ts";

export function PaymentStanding({ order }: { order: MarkedOrderRow }) {
  const { paymentStatus, paymentMark } = order;
  return (
    <div>
      <Badge variant="dot" color={paymentStatusColours[paymentStatus]}>
        {paymentStatus}
      </Badge>
      {paymentMark === "to-decide" && (
        <Anchor component={Link} to="/payments" size="xs" display="block" py={4}>
          Payment needs review
        </Anchor>
      )}
      {paymentMark === "on-its-way" && (
        <Text size="xs" c="dimmed" py={4}>
          Payment on its way
        </Text>
      )}
    </div>
  );
}
