import { type ConnectionFault, isMasked, type PaymentMode, pasted } from "../connection.ts";
import { isSandboxAccount } from "../sandbox/sandbox-keys.ts";

const field = "secretKey";

/** Where Stripe's dashboard shows the keys of a mode. */
const whereKeysAre = "Stripe’s dashboard, under Developers → API keys";

/** Texts that are often pasted in place of a secret key, and what they are. */
const otherTexts: readonly (readonly [RegExp, string])[] = [
  [
    /^pk_/,
    "This is the publishable key. Copy the secret key, which stands below it in Stripe’s dashboard and begins with {start}.",
  ],
  [
    /^whsec_/,
    "This is the signing secret of a webhook, which Furrow does not need: it makes the webhook by itself. Paste the secret key, which begins with {start}.",
  ],
  [
    /^(sk_org|org)_/,
    "This key belongs to an organization of several accounts. Copy the secret key of one account, which begins with {start}.",
  ],
  [
    /^(acct|ca|we|prod|price|cus)_/,
    "This is an ID, not a key. Copy the secret key, which begins with {start}.",
  ],
];

/** The key that was pasted, or a fault that can be seen without a call. */
export function readStripeKey(
  typed: string | undefined,
  mode: PaymentMode,
): { readonly secretKey: string } | ConnectionFault {
  const key = pasted(typed);
  const start = `sk_${mode}_ or rk_${mode}_`;
  const fault = (sentence: string) => ({ field, fault: sentence.replace("{start}", start) });
  if (key === "") return fault(`Paste the secret key from ${whereKeysAre}.`);
  const other = otherTexts.find(([pattern]) => pattern.test(key));
  if (other !== undefined) return fault(other[1]);
  if (/\s/.test(key)) {
    return fault("There is a space inside the key. Copy one key, without the text around it.");
  }
  if (isMasked(key)) {
    return fault(
      "Part of this key is hidden. Press “Reveal” beside it in Stripe’s dashboard and copy it again, or create a new key.",
    );
  }
  const [, keyMode] = /^[sr]k_(live|test)_[\w]+$/.exec(key) ?? [];
  if (keyMode === undefined) {
    return fault(`This is no key of Stripe. A secret key begins with {start}.`);
  }
  if (mode === "live" && isSandboxAccount("stripe", { secretKey: key })) {
    return fault(
      "This key belongs to Furrow’s own sandbox, which only pretends to take money. Connect it in test mode.",
    );
  }
  if (keyMode !== mode) {
    return fault(
      mode === "live"
        ? "This is a test key: payments with it move no money. Turn off test mode in Stripe’s dashboard and copy the secret key, which begins with {start}."
        : "This is a live key, with which customers pay real money. Turn on test mode in Stripe’s dashboard and copy the secret key, which begins with {start}.",
    );
  }
  return { secretKey: key };
}
