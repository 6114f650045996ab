import type { ReactNode } from "react";
import { useSite } from "#app/site-layout.tsx";
import { Button } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { wordsOf } from "#content/model/seeded-words.ts";
import type { OpenWay } from "#money/paying/open-ways.server.ts";
import paymentFactsSheet from "./payment-facts.css?sheet";
import type { Ways, WayView } from "./payment-facts.server.ts";
import { NoWayToPay } from "./payment-facts.tsx";

interface PayButtonsProps extends Pick<Ways, "ways" | "refusals"> {
  action: string;
  /** A way that was begun: the button of another says that the customer has left it. */
  openWay: OpenWay | null;
  /** True if each form names its way, although there is only one. */
  hasWay?: boolean;
  /** Hidden fields of each form. */
  children?: ReactNode;
}

/** A form for each way to pay. A site with PayPal alone has the form of the specification. */
export function PayButtons(props: PayButtonsProps) {
  useSheet(paymentFactsSheet);
  const { payButton } = wordsOf(useSite().site);
  const { ways, refusals, action, openWay, hasWay = false, children } = props;
  const isOnly = ways.length === 1;
  if (ways.length === 0) return <NoWayToPay />;
  return (
    <div className="pay-buttons">
      {ways.map((each, index) => (
        <form key={each.way} method="post" action={action}>
          {children}
          {(!isOnly || hasWay || each.way === "transfer") && (
            <input type="hidden" name="way" value={each.way} />
          )}
          {openWay && openWay.way !== each.way && (
            <input type="hidden" name="left" value={openWay.id} />
          )}
          <Button variant={index === 0 ? "primary" : "secondary"}>
            {labels[each.way] ?? payButton}
          </Button>
          {!isOnly && <p className="text-field__hint">{hintOf(each)}</p>}
        </form>
      ))}
      {refusals.map((sentence) => (
        <p className="text-field__hint" key={sentence}>
          {sentence}
        </p>
      ))}
    </div>
  );
}

/** The owner can change the text of PayPal's button. */
const labels = { card: "Pay by card", transfer: "Pay by bank transfer", paypal: null } as const;

function hintOf({ way, providerName }: WayView): string {
  if (way === "transfer") return "You see our account and the reference to write";
  return way === "card"
    ? `Card, Apple Pay or Google Pay, at ${providerName}`
    : `From your ${providerName} account`;
}
