import { callsAt, defineBlock } from "../model/define.ts";
import { email } from "../model/fields.ts";

/**
 * Payment email of a new installation. Live payment providers refuse to send payments to this
 * address.
 */
export const examplePaymentEmail = "payments@furrow.example";

export const paymentEmail = defineBlock({
  name: "payment-email",
  title: "PayPal address",
  alsoCalled: ["payment email", "payments"],
  shape: "singleton",
  labelField: "paypalEmail",
  fields: {
    paypalEmail: email("PayPal address", {
      help: "With PAYMENTS=paypal-standard, this address receives the payments. With PAYMENTS=paypal, the PayPal account of your app does: enter its address here.",
    }),
  },
  calls: [callsAt("/paypal-email", "/add-email")],
  screens: { list: ["/add-paypal-Email"], edit: ["/paypal-email"] },
  messages: { created: "Paypal Email Added", updated: "Paypal Email Updated" },
  readBy: "admin",
  seed: [{ paypalEmail: examplePaymentEmail }],
});
