import { withFrom } from "#app/account/return-path.ts";
import { PointList } from "#app/landing/sections/home/about-section.tsx";
import { CompanyFields } from "#app/ordering/billing/billing-fields.tsx";
import orderingSheet from "#app/ordering/ordering.css?sheet";
import { Charges } from "#app/ordering/paying/payment-facts.tsx";
import { useSite } from "#app/site-layout.tsx";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { Receipt } from "#app/ui/customer/receipt.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { CustomerFields } from "#app/ui/forms/customer-fields.tsx";
import { TextField, TickField } from "#app/ui/forms/text-field.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { legalLinks } from "#app/ui/site-frame/page-links.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { addressOf } from "#seo/public-pages.ts";
import offerSheet from "./offer.css?sheet";
import type { OfferView } from "./offer-view.server.ts";

interface OfferPageProps {
  offer: OfferView;
  form: ActionResult | undefined;
}

export function OfferPage({ offer, form }: OfferPageProps) {
  useSheet(orderingSheet, offerSheet);
  const { state, to, email, note, refusal } = offer;
  const isAcceptable = state === "open" && refusal === null;
  return (
    <CustomerPage
      title={titles[state]}
      isVisitor
      lead={
        <p>
          {offer.title}, for {to}
          {to !== email && `, ${shownEmail(email)}`}
        </p>
      }
    >
      {form?.notice && <Notice tone="error">{form.notice}</Notice>}
      <div className={isAcceptable ? "offer" : "offer offer--closed"}>
        <div className="offer__words order-step__words">
          <Standing offer={offer} />
          {state === "open" && refusal !== null && <Notice tone="info">{refusal}</Notice>}
          {state === "open" && <Changes offer={offer} />}
          {note !== "" && (
            <div className="offer-note">
              <LinkedText text={note} />
            </div>
          )}
        </div>
        <div className="offer__content">
          <WhatIsOffered offer={offer} />
          {offer.points.length > 0 && (
            <div className="order-form__points">
              <h2>What is included</h2>
              <PointList points={offer.points} />
            </div>
          )}
        </div>
        {isAcceptable && (
          <div className="offer__form">
            <AcceptForm offer={offer} form={form} />
          </div>
        )}
      </div>
    </CustomerPage>
  );
}

const titles = {
  open: "Your offer",
  accepted: "Your offer is accepted",
  withdrawn: "This offer was withdrawn",
  ended: "This offer has ended",
} as const;

/** What the customer can do now, except accepting. */
function Standing({ offer: { state, order, lastDay } }: Pick<OfferPageProps, "offer">) {
  const { site } = useSite();
  const ask = (
    <div className="customer-page__actions">
      <ButtonLink href={addressOf(site, "contact")}>Write to us</ButtonLink>
    </div>
  );
  if (state === "withdrawn") {
    return (
      <>
        <p>Nobody can accept it any more. Ask us if you would like another.</p>
        {ask}
      </>
    );
  }
  if (state === "ended") {
    return (
      <>
        <p>Its last day was {lastDay}. Ask us if you would still like it.</p>
        {ask}
      </>
    );
  }
  if (order === null) {
    return (
      <p>
        The offer is open until the end of {lastDay}.{" "}
        <a href={addressOf(site, "contact")}>Ask us</a> if something does not fit: we can change it.
      </p>
    );
  }
  return (
    <>
      <Notice tone="success">The offer has become order {order.number}.</Notice>
      <div className="customer-page__actions">
        <form method="post" action="/offer/open">
          <Button name="intent" value="order">
            See {order.isUnpaid ? "the payment of order" : "order"} {order.number}
          </Button>
        </form>
        <ButtonLink href={withFrom("/login", `/my-order/${order.id}`)} variant="secondary">
          Log in to see the whole order
        </ButtonLink>
      </div>
    </>
  );
}

/** What changed since the version that this browser, or the customer elsewhere, has seen. */
function Changes({ offer: { changes } }: Pick<OfferPageProps, "offer">) {
  if (changes.length === 0) return null;
  return (
    <section className="offer-changes" aria-labelledby="offer-changes">
      <h2 id="offer-changes">What has changed</h2>
      <dl>
        {changes.map(({ label, before, after }) => (
          <div key={`${label} ${before} ${after}`}>
            <dt>{label}</dt>
            <dd>
              {before !== "" && <del>{before}</del>} {after !== "" && <ins>{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function WhatIsOffered({ offer }: Pick<OfferPageProps, "offer">) {
  const { state, title, isPlan, drawing, lines, total, per, terms, charges, payWithin } = offer;
  return (
    <Receipt
      title="What we offer you"
      kind={isPlan ? undefined : "Our offer"}
      plan={title}
      drawing={drawing}
      rows={lines.map(({ label, amount }) => ({ label, value: amount, isAmount: true }))}
      total={
        <>
          {total} USD {per !== "" && <span className="receipt__per">{per}</span>}
        </>
      }
    >
      {state === "open" && offer.billing?.words && (
        <p className="receipt__terms">{offer.billing.words}</p>
      )}
      {terms.map((term) => (
        <p key={term} className="receipt__terms">
          {term}
        </p>
      ))}
      {state === "open" && !offer.isFree && (
        <p className="receipt__terms">To be paid within {payWithin} of accepting</p>
      )}
      <Charges lines={charges} />
    </Receipt>
  );
}

/**
 * The details and the terms. Accepting asks for a code from an email, because a mail scanner may
 * press every button, and a link can be forwarded.
 */
function AcceptForm({ offer, form }: OfferPageProps) {
  const { site } = useSite();
  const { email, version, details, hasKnownDetails, isProven, isFree, billing } = offer;
  const price = billing === null ? offer.price : offer.total;
  const isCodeSent = form?.values.codeSent === "yes" && !isProven;
  const documents = legalLinks(site, ["terms", "refunds"]);
  const accept = isFree ? "Accept the offer" : "Accept and go to payment";
  return (
    <form method="post" action="/offer/open" className="offer-form order-fields" noValidate>
      <input type="hidden" name="version" value={version} />
      {isCodeSent && <input type="hidden" name="codeSent" value="yes" />}
      <fieldset>
        <legend>Your details</legend>
        {hasKnownDetails ? (
          <p className="text-field__hint">
            We use the name and the address of your account. You can correct them in your order.
          </p>
        ) : (
          <CustomerFields
            form={form}
            details={details}
            accountId=""
            required
            choosesCountry={billing !== null}
          />
        )}
      </fieldset>
      {billing && <input type="hidden" name="taxShown" value={billing.shown} />}
      {!hasKnownDetails && billing && (
        <details open={Boolean(form?.values["billing.company"])}>
          <summary>I buy for a company</summary>
          <div className="billing-fields__company">
            <CompanyFields details={billing.details} form={form} prefix="billing." />
          </div>
        </details>
      )}
      <div className="offer-form__accept">
        <TickField
          name="terms"
          label={`I accept this offer for ${price}, and the ${documents.length === 0 ? "terms" : "terms below"}`}
          form={form}
        />
        {documents.length > 0 && (
          <p className="text-field__hint">
            {documents.map(({ href, title }, index) => (
              <span key={href}>
                {index > 0 && ", "}
                <a href={href} target="_blank" rel="noopener">
                  {title}
                </a>
              </span>
            ))}
            , each in a new tab
          </p>
        )}
        {isCodeSent && (
          <>
            <Notice tone="info">
              We have sent a code to {shownEmail(email)}. It may take a minute. Nothing is ordered
              yet.
            </Notice>
            <TextField
              {...fieldState(form, "code")}
              label="Code from the email"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              autoFocus
            />
          </>
        )}
        <Button name="intent" value="accept">
          {isProven || isCodeSent ? accept : "Email me a code to accept"}
        </Button>
        {isCodeSent ? (
          <Button name="intent" value="send-code" variant="secondary">
            Send me another code
          </Button>
        ) : (
          <p className="order-step__note">
            {isProven
              ? ""
              : `The code goes to ${shownEmail(email)}, so that nobody else can accept for you. You enter it here, and nothing is ordered before. `}
            {isFree
              ? "There is nothing to pay."
              : "You choose how to pay on the next page, and are not charged before."}
          </p>
        )}
      </div>
    </form>
  );
}
