import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router";
import type { MarkedOrderView } from "#app/order-room/order-view.server.ts";
import { PaymentPill } from "../frame/ui/status-pills.tsx";

export function PaymentStanding({ order }: { order: MarkedOrderView }) {
  const { paymentStatus, paymentMark, paymentWords, moneyNote } = order;
  return (
    <div>
      <PaymentPill status={paymentStatus} words={paymentWords} />
      {moneyNote !== "" && (
        <Text size="xs" c="dimmed" py={4}>
          {moneyNote}
        </Text>
      )}
      {paymentMark === "to-decide" && (
        <Anchor component={Link} to="/payments" size="xs" display="block" py={4}>
          Payment needs review
        </Anchor>
      )}
      {paymentMark !== null && paymentMark !== "to-decide" && (
        <Text size="xs" c="dimmed" py={4}>
          {paymentMark === "on-its-way" ? "Payment on its way" : "Waits for a transfer"}
        </Text>
      )}
    </div>
  );
}
