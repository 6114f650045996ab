import { isPaymentDue } from "../../src/orders/is-payment-due.ts";
import { settlePayment } from "../../src/orders/settle-payment.ts";
import { createPayments } from "../../src/payments/payments.ts";
import { createPaypalStandard } from "../../src/payments/paypal-standard/paypal-standard.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/database.ts";
import { createLog } from "../../src/platform/log.ts";

/** What orders and payments need, asking the verifier at the given address. */
export function paymentsOver(database: Database, verifyUrl: string) {
  const clock = systemClock;
  const publicUrl = "http://localhost:3000";
  const post = { publicUrl, ownerEmail: undefined, clock };
  const payments = createPayments({
    database,
    provider: createPaypalStandard({
      name: "paypal-standard",
      displayName: "PayPal",
      endpoints: { checkoutUrl: "https://pay.example/cgi-bin/webscr", verifyUrl },
      isLive: true,
      publicUrl,
    }),
    secret: "a secret of thirty-two characters",
    clock,
    log: createLog("silent"),
    onVerified: settlePayment({ clock, post, timeZone: "UTC" }),
    isDue: isPaymentDue,
  });
  return { database, clock, payments, post, publicUrl };
}
