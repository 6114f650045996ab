/** One hand-off to a provider. Notifications are compared with it. */
export interface PaymentAttempt {
  readonly id: string;
  /** Reference of the order; opaque here. */
  readonly orderReference: string;
  readonly provider: string;
  readonly amountCents: number;
  /** ISO 4217, such as "USD". */
  readonly currency: string;
  /** The provider account that should receive the money. */
  readonly receiver: string;
  /** The provider's id of the checkout, once known. */
  readonly reference: string | null;
  readonly createdAt: number;
  /** When the customer first came back from it; null before. */
  readonly returnedAt: number | null;
}
