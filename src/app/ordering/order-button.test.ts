import { expect, test } from "vitest";
import { orderButton } from "./order-button.ts";

test.each([
  [true, false, "Order and pay $149.00"],
  [true, true, "Go on and pay $149.00"],
  [false, false, "Place the order"],
  [false, true, "Go on"],
])(
  "the button promises a payment only if one is possible: %s, going on: %s",
  (canPay, continues, label) => {
    const ways = canPay ? ["a way"] : [];
    expect(orderButton("$149.00", { ways }, continues)).toBe(label);
  },
);
