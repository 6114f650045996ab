import { Text } from "@mantine/core";
import type { OrderView } from "../order-view.server.ts";

/** What the price of an order consists of, for the team; nothing for a plan alone. */
export function OrderLines({ lines }: Pick<OrderView, "lines">) {
  if (lines.length === 0) return null;
  return (
    <ul aria-label="What the price consists of">
      {lines.map(({ label, amount }, index) => (
        // Lines never change, and two of an offer can have the same label.
        // biome-ignore lint/suspicious/noArrayIndexKey: the reason above
        <Text component="li" size="sm" key={index}>
          {label}: {amount}
        </Text>
      ))}
    </ul>
  );
}
