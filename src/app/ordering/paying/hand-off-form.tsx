import type { FormHandOff } from "../../../payments/payment-provider.ts";
import { Button } from "../../ui/forms/button.tsx";
import sendScript from "./send-hand-off.js?url";

interface HandOffFormProps {
  handOff: FormHandOff;
  providerName: string;
}

/** Goes on to the payment provider by itself; without a script, by one more button. */
export function HandOffForm({ handOff, providerName }: HandOffFormProps) {
  return (
    <form id="hand-off" method="post" action={handOff.action}>
      {handOff.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>
        You are being taken to {providerName}. If nothing happens within a moment, use the button.
      </p>
      <Button>Continue to {providerName}</Button>
      <script src={sendScript} defer />
    </form>
  );
}
