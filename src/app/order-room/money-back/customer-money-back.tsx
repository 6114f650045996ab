import { SavedFormNotice } from "#app/account/saved-form-notice.tsx";
import type { UnprocessedReason } from "#app/app-context.server.ts";
import { useSite } from "#app/site-layout.tsx";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { longestReason } from "#money/money-back/money-back-lengths.ts";
import { addressOf, legalTextOf } from "#seo/public-pages.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import type { CustomerRoom } from "../room-parts.server.ts";
import moneyBackSheet from "./money-back.css?sheet";

type MoneyBack = NonNullable<CustomerRoom["moneyBack"]>;

/** The request for a refund of the order, or the form with which the customer asks for one. */
export function CustomerMoneyBack({ room, form }: CustomerPartProps) {
  useSheet(moneyBackSheet);
  const { moneyBack, order, messages } = room;
  const { site } = useSite();
  const sent = resultOf(form, "ask-for-refund");
  const writePath = messages?.closedBecause === null ? "#new-message" : addressOf(site, "contact");
  const isOffered = moneyBack?.state === "offered" && moneyBack.mayAsk;
  return (
    <LivePart name="refund">
      {sent?.notice && !isOffered && <Unasked form={sent} />}
      {moneyBack && (
        <section className="money-back" id="refund" aria-labelledby="refund-title">
          {isOffered && <Offer orderId={order.id} moneyBack={moneyBack} form={sent} />}
          {moneyBack.state === "over" && (
            <>
              <h2 id="refund-title">Refund</h2>
              <p className="money-back__note">
                You could ask for a refund until {moneyBack.lastDay}. If something is not right,{" "}
                <a href={writePath}>write to us</a>.
              </p>
            </>
          )}
          {isRequest(moneyBack) && <Request moneyBack={moneyBack} writePath={writePath} />}
        </section>
      )}
    </LivePart>
  );
}

function isRequest({ state }: MoneyBack): boolean {
  return state !== "offered" && state !== "over";
}

/** What a person typed who could no longer ask when the form arrived. */
function Unasked({ form }: { form: ActionResult }) {
  return (
    <Notice tone="error">
      {form.notice}
      {form.values.reason && (
        <>
          {" "}
          What you typed:
          <blockquote className="money-back__words">{form.values.reason}</blockquote>
        </>
      )}
    </Notice>
  );
}

interface OfferProps {
  orderId: string;
  moneyBack: MoneyBack;
  form: ActionResult | undefined;
}

function Offer({ orderId, moneyBack, form }: OfferProps) {
  const { lastDay, accountId, formKey } = moneyBack;
  const { site } = useSite();
  return (
    <>
      <h2 id="refund-title">Not what you hoped for?</h2>
      <p className="money-back__note">
        You can ask for a refund until {lastDay}.
        {legalTextOf(site, "refunds") !== undefined && (
          <>
            {" "}
            The <a href={addressOf(site, "refunds")}>refund policy</a> says how much comes back.
          </>
        )}
      </p>
      <details className="money-back__fold" open={form !== undefined}>
        <summary className="button button--secondary">Ask for a refund</summary>
        <form
          method="post"
          action={`/my-order/${orderId}`}
          aria-label="Ask for a refund"
          noValidate
        >
          {form?.notice && <Notice tone="error">{form.notice}</Notice>}
          <input type="hidden" name="intent" value="ask-for-refund" />
          <input type="hidden" name="accountId" value={accountId} />
          <input type="hidden" name="key" value={form?.values.key || formKey} />
          <ReasonField form={form} />
          <Button>Send the request</Button>
        </form>
      </details>
    </>
  );
}

function ReasonField({ form }: { form: ActionResult | undefined }) {
  return (
    <TextField
      {...fieldState(form, "reason")}
      id="refund-reason"
      label="Why would you like your money back?"
      hint="You can ask once for each order. We read it, and answer here and by email."
      maxLength={longestReason}
      multiline
      required
    />
  );
}

interface RequestProps {
  moneyBack: MoneyBack;
  /** Where the customer writes to the team. */
  writePath: string;
}

function Request({ moneyBack, writePath }: RequestProps) {
  const { state, askedOn, isoAskedOn, askedBy, isYours, reason, answer, answeredOn } = moneyBack;
  return (
    <>
      <h2 id="refund-title">{titles[state]}</h2>
      <p className="money-back__note">
        {isYours ? "You" : askedBy} asked for a refund on{" "}
        <time dateTime={isoAskedOn}>{askedOn}</time>:
      </p>
      {reason && <blockquote className="money-back__words">{reason}</blockquote>}
      {state === "open" && <p className="money-back__note">We will answer here and by email.</p>}
      {state === "in-progress" && (
        <p className="money-back__note">We email you when the payment provider confirms it.</p>
      )}
      {state === "declined" && (
        <>
          <p className="money-back__note">Our answer on {answeredOn}:</p>
          {answer && <blockquote className="money-back__words">{answer}</blockquote>}
          <p className="money-back__note">
            If you see it differently, <a href={writePath}>write to us</a>.
          </p>
        </>
      )}
    </>
  );
}

const titles: Readonly<Record<MoneyBack["state"], string>> = {
  offered: "",
  over: "",
  open: "Refund asked for",
  "in-progress": "Your refund is on its way",
  refunded: "Refunded",
  declined: "No refund",
};

interface UnsentProps {
  orderId: string;
  form: ActionResult;
  why: UnprocessedReason;
}

/** The form of a sender whose session or access has ended. Shows nothing but the typed reason. */
export function UnsentMoneyBack({ orderId, form, why }: UnsentProps) {
  useSheet(moneyBackSheet);
  const { reason: _, ...hidden } = form.values;
  return (
    <div className="money-back">
      <SavedFormNotice why={why} undone="sent" button="Send the request" />
      <form method="post" action={`/my-order/${orderId}`} noValidate>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ReasonField form={form} />
        <Button>Send the request</Button>
      </form>
    </div>
  );
}
