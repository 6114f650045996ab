import type { PaymentProvider } from "../../payments/payment-provider.ts";

const mostFields = 80;
const longestValue = 500;

/** Everything that a message says, as names and values for people; long ones are cut. */
export function fieldsOfMessage(
  provider: PaymentProvider,
  raw: Uint8Array,
): readonly (readonly [name: string, value: string])[] {
  const cut = (text: string) => text.slice(0, longestValue);
  const fields = provider.notificationFields(raw).slice(0, mostFields);
  return fields.map(([name, value]) => [cut(name), cut(value)]);
}
