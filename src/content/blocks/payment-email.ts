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
      help: "The email address of the PayPal account that receives the payments. If the server is set to PAYMENTS=paypal, this is the account of your PayPal app.",
    }),
  },
  calls: [callsAt("/paypal-email", "/add-email")],
  screens: { list: ["/add-paypal-Email"], edit: ["/paypal-email"] },
  messages: { created: "Paypal Email Added", updated: "Paypal Email Updated" },
  readBy: "admin",
  changeRight: "change where payments go",
  seed: [{ paypalEmail: examplePaymentEmail }],
});
