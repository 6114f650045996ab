import type { ReactNode } from "react";
import { useSite } from "#app/site-layout.tsx";
import { Button } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { wordsOf } from "#content/model/seeded-words.ts";
import paymentFactsSheet from "./payment-facts.css?sheet";
import type { PaymentFacts, WayView } from "./payment-facts.server.ts";

interface PayButtonsProps extends Pick<PaymentFacts, "ways"> {
  action: string;
  /** Hidden fields of each form. */
  children?: ReactNode;
}

/** A form for each way to pay. A site with one way has the form of the specification alone. */
export function PayButtons({ ways, action, children }: PayButtonsProps) {
  useSheet(paymentFactsSheet);
  const { payButton } = wordsOf(useSite().site);
  const isOnly = ways.length === 1;
  return (
    <div className="pay-buttons">
      {ways.map((each, index) => (
        <form key={each.way} method="post" action={action}>
          {children}
          {!isOnly && <input type="hidden" name="way" value={each.way} />}
          <Button variant={index === 0 ? "primary" : "secondary"}>
            {each.way === "card" ? "Pay by card" : payButton}
          </Button>
          {!isOnly && <p className="text-field__hint">{hintOf(each)}</p>}
        </form>
      ))}
    </div>
  );
}

function hintOf({ way, providerName }: WayView): string {
  return way === "card"
    ? `Card, Apple Pay or Google Pay, at ${providerName}`
    : `From your ${providerName} account`;
}
