import type { OrderStatus, PaymentStatus } from "#orders/order.ts";

export const paymentStatusColours: Readonly<Record<PaymentStatus, string>> = {
  Paid: "field",
  UnPaid: "yellow",
  Cancelled: "gray",
  Refunded: "orange",
};

export const orderStatusColours: Readonly<Record<OrderStatus, string>> = {
  Delivered: "field",
  Pending: "gray",
};
