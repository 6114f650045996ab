import { Button } from "#app/ui/forms/button.tsx";
import type { FormHandOff } from "#payments/payment-provider.ts";
import sendScript from "./send-hand-off.ts?script";

interface HandOffFormProps {
  handOff: FormHandOff;
  providerName: string;
}

/**
 * A script submits the form to the payment provider; without scripts, the customer presses the
 * button.
 */
export function HandOffForm({ handOff, providerName }: HandOffFormProps) {
  return (
    <form id="hand-off" method="post" action={handOff.action}>
      {handOff.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>Taking you to {providerName}. If nothing happens, use the button.</p>
      <Button>Continue to {providerName}</Button>
      <script src={sendScript} defer />
    </form>
  );
}
