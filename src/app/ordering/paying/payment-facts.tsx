import { useSite } from "#app/site-layout.tsx";
import { Icon } from "#app/ui/drawings/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { sellerOf } from "#content/model/business-facts.ts";
import type { ChargeLine } from "#content/model/plan-interval.ts";
import { termsInWords } from "#content/model/plan-terms.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { addressOf, legalTextOf } from "#seo/public-pages.ts";
import { firstSentence } from "./first-sentence.ts";
import paymentFactsSheet from "./payment-facts.css?sheet";
import type { PaymentFacts, WayView } from "./payment-facts.server.ts";

/** Words about each way to pay. */
function describeWay({ way, providerName }: WayView, isOnly: boolean) {
  if (way === "transfer") {
    return {
      name: "Bank transfer",
      hint: "You see our account and transfer the amount from yours. It takes one to three working days.",
    };
  }
  if (way === "card") {
    return {
      name: "Card, Apple Pay or Google Pay",
      hint: `You pay at ${providerName} and need no account there.`,
    };
  }
  return isOnly
    ? {
        name: `Card or ${providerName}`,
        hint: `You pay at ${providerName}. With a card you need no ${providerName} account.`,
      }
    : { name: providerName, hint: `You pay at ${providerName}, from your account there.` };
}

interface WaysToPayProps extends Pick<PaymentFacts, "ways" | "refusals"> {
  chosen?: string | undefined;
}

/** The only way to pay, in a row that looks like a chosen option, or a choice between several. */
export function WaysToPay({ ways, refusals, chosen }: WaysToPayProps) {
  useSheet(paymentFactsSheet);
  return (
    <>
      <Choice ways={ways} chosen={chosen} />
      {refusals.map((sentence) => (
        <p className="text-field__hint" key={sentence}>
          {sentence}
        </p>
      ))}
    </>
  );
}

function Choice({ ways, chosen }: Omit<WaysToPayProps, "refusals">) {
  const first = ways.find(({ way }) => way === chosen) ?? ways[0];
  if (first === undefined) return <NoWayToPay />;
  if (ways.length === 1) {
    return (
      <div className="way-to-pay way-to-pay--only">
        {first.way === "transfer" && <input type="hidden" name="way" value="transfer" />}
        <Icon name="card" />
        <WayInWords {...describeWay(first, true)} />
      </div>
    );
  }
  return (
    <fieldset className="ways-to-pay">
      <legend className="unseen">How do you want to pay?</legend>
      {ways.map((each) => (
        <label key={each.way} className="way-to-pay">
          <input
            type="radio"
            name="way"
            value={each.way}
            defaultChecked={each === first}
            className="way-to-pay__mark"
          />
          <WayInWords {...describeWay(each, false)} />
        </label>
      ))}
    </fieldset>
  );
}

/** Shown while the owner offers no way to pay, or none for this price. */
export function NoWayToPay() {
  const { site } = useSite();
  return (
    <Notice tone="info">
      Online payment is not possible at the moment.{" "}
      <a href={addressOf(site, "contact")}>Write to us</a>, and we tell you how to pay.
    </Notice>
  );
}

function WayInWords({ name, hint }: ReturnType<typeof describeWay>) {
  return (
    <span className="way-to-pay__words">
      <span className="way-to-pay__name">{name}</span>
      <span className="text-field__hint">{hint}</span>
    </span>
  );
}

/** What is charged, when, the minimum term, and how to stop; nothing for a plan charged once. */
export function Charges({ lines }: { lines: readonly ChargeLine[] }) {
  useSheet(paymentFactsSheet);
  if (lines.length === 0) return null;
  return (
    <section className="charges" aria-labelledby="charges-title">
      <h3 id="charges-title">What you pay, and when</h3>
      <dl>
        {lines.map(({ label, words }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface AfterPayingProps {
  facts: PaymentFacts;
  /** With a dollar sign, such as "$299.00". */
  price: string;
}

/** What happens after the button is pressed, how money comes back, and who the seller is. */
export function AfterPaying({ facts, price }: AfterPayingProps) {
  useSheet(paymentFactsSheet);
  const { providerName, ways, isFree, asksQuestions, terms } = facts;
  const hasTransfer = ways.some(({ way }) => way === "transfer");
  const { workingDays, includedRounds } = terms;
  const words = termsInWords(terms);
  const { site, business } = useSite();
  const seller = sellerOf(business, site.footerAddress);
  const policy = legalTextOf(site, "refunds");
  return (
    <section className="after-paying" aria-labelledby="after-paying-title">
      <h2 id="after-paying-title">What happens next</h2>
      <ol>
        {!isFree && (
          <li>
            {providerName !== "" &&
              `${providerName} opens, and you confirm the ${price} there. Nothing is charged before that. `}
            {hasTransfer &&
              `${providerName === "" ? "You" : "For a bank transfer, you"} see our account here and get it by email. We tell you when your transfer has arrived.`}
          </li>
        )}
        <li>
          {isFree ? "The page of your order opens" : "You come back here"}
          {asksQuestions
            ? `${isFree ? ", where you" : " and"} answer a few questions about your website.`
            : "."}{" "}
          {isFree ? "We confirm your order by email." : "Your receipt comes by email."}
        </li>
        <li>
          We do the work
          {workingDays > 0 &&
            ` within ${workingDays} working ${workingDays === 1 ? "day" : "days"}`}
          , and you see a proof for every point of your plan.
          {words.rounds &&
            ` ${words.rounds} ${includedRounds === 1 ? "is" : "are"} included in the price.`}
        </li>
      </ol>
      {!isFree && (policy || words.refund) && (
        <p className="after-paying__refund">
          <strong>{words.refund || "Refunds"}.</strong>{" "}
          {policy && (
            <>
              {firstSentence(policy.legalText)}{" "}
              <a href={addressOf(site, "refunds")}>{policy.legalTitle}</a>
            </>
          )}
        </p>
      )}
      <address className="after-paying__seller">
        Sold by <strong>{seller.name}</strong>
        {[seller.address, seller.country].filter(Boolean).map((line) => (
          <span key={line}>, {line}</span>
        ))}
        {seller.email && <span>, {shownEmail(seller.email)}</span>}
      </address>
    </section>
  );
}
