/** One hand-off to a provider: what a notification is later compared with. */
export interface PaymentAttempt {
  readonly id: string;
  /** Opaque here: whatever the payment is for. */
  readonly orderReference: string;
  readonly provider: string;
  readonly amountCents: number;
  /** ISO 4217, such as "USD". */
  readonly currency: string;
  /** The account at the provider that was to receive the money. */
  readonly receiver: string;
  /** What the provider calls the checkout, once it has said so. */
  readonly reference: string | null;
  readonly createdAt: number;
  /** When the customer first came back from it; null while they have not. */
  readonly returnedAt: number | null;
}
