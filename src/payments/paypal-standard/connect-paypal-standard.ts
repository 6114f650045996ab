import { asciiEmail, isEmail } from "#platform/texts/email-address.ts";
import { type Connection, type ConnectionRequest, pasted } from "../connection.ts";
import { isSandboxAccount } from "../sandbox/sandbox-keys.ts";

interface PaypalReceiver {
  /** Address or merchant ID of the account that receives the money. */
  readonly receiver: string;
}

const field = "receiver";
const merchantId = /^[A-Z0-9]{13}$/;

/**
 * Takes the receiver of PayPal Payments Standard. PayPal answers no question about a receiver, so
 * only the first payment proves that the account exists.
 */
export function connectPaypalStandard({
  fields,
  mode,
}: Pick<ConnectionRequest, "fields" | "mode">): Connection<PaypalReceiver> {
  const receiver = pasted(fields[field]);
  const fault = faultOf(receiver, mode);
  if (fault !== null) return { field, fault };
  return {
    credentials: { receiver: asciiEmail(receiver) },
    label: receiver,
    webhookId: null,
    note: null,
    plansFault: null,
  };
}

function faultOf(receiver: string, mode: ConnectionRequest["mode"]): string | null {
  if (receiver === "") return "Enter the email address of your PayPal account.";
  if (/^https?:|paypal\.me/i.test(receiver)) {
    return "This is a link. Enter the email address of your PayPal account.";
  }
  if (!isEmail(receiver) && !merchantId.test(receiver)) {
    return "Enter the email address of your PayPal account, such as shop@example.com, or its merchant ID of 13 letters and digits.";
  }
  if (mode === "live" && isSandboxAccount("paypal-standard", { receiver })) {
    return "This address belongs to Furrow’s own sandbox, which only pretends to take money. Connect it in test mode.";
  }
  if (mode === "live" && /@(.+\.)?example(\.(com|net|org))?$/i.test(receiver)) {
    return "This is an example address, to which nobody can pay. Enter the email address of your PayPal account.";
  }
  return null;
}
