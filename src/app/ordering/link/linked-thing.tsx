import { withFrom } from "#app/account/return-path.ts";
import orderAccessSheet from "#app/order-room/access/order-access.css?sheet";
import { OrderDeliveries } from "#app/order-room/deliveries/customer-deliveries.tsx";
import { FileLink } from "#app/order-room/files/customer-files.tsx";
import { DocumentFiles, DocumentPaper } from "#app/order-room/invoices/document-paper.tsx";
import orderMessagesSheet from "#app/order-room/messages/order-messages.css?sheet";
import { OrderReceipt } from "#app/order-room/money/customer-receipt.tsx";
import { NextMonthOffer } from "#app/order-room/next-month/next-month-offer.tsx";
import { Portrait } from "#app/order-room/people/portrait.tsx";
import { useSite } from "#app/site-layout.tsx";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { Notice, StatusMark } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { wordsOf } from "#content/model/seeded-words.ts";
import { textOfFiles } from "#conversation/text-of-files.ts";
import { mayBePaidAlready } from "#money/paying/may-be-paid-already.ts";
import type { PaymentProgress } from "#money/paying/payment-progress.ts";
import { orderedThing } from "#orders/order-words.ts";
import type { FormHandOff } from "#payments/payment-provider.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { GivenAnswers } from "../order/brief/brief-fields.tsx";
import { attentionFor, BriefForm } from "../order/brief/brief-questions.tsx";
import orderingSheet from "../ordering.css?sheet";
import { HandOffForm } from "../paying/hand-off-form.tsx";
import { ProgressNotice } from "../paying/order-step.tsx";
import { Charges, WaysToPay } from "../paying/payment-facts.tsx";
import { Confirming, PaymentWatch } from "../paying/payment-watch.tsx";
import { TransferDetails } from "../paying/transfer-details.tsx";
import { cancelButton, PlanFacts, WordsOfCancelling } from "../plans/manage-plan.tsx";
import myPlanSheet from "../plans/my-plan.css?sheet";
import type { LinkedThingRow } from "./linked-thing.server.ts";

interface LinkedThingProps {
  thing: LinkedThingRow;
  /** Success message of the last form; null without a success. */
  done: string | null;
  form: ActionResult | undefined;
  handOff: FormHandOff | undefined;
}

export function LinkedThing({ thing, done, form, handOff }: LinkedThingProps) {
  useSheet(orderingSheet, orderAccessSheet);
  const { order, purpose, email } = thing;
  const usual = thing.subscription
    ? `/my-plan/${thing.subscription.id}`
    : `/my-order/${order.id}${purpose === "brief" ? "/brief" : ""}`;
  return (
    <CustomerPage
      title={titleOf(thing)}
      isVisitor
      lead={
        <p>
          Order {order.number}, {orderedThing(order)}, for {shownEmail(email)}
        </p>
      }
    >
      {form?.notice && <Notice tone="error">{form.notice}</Notice>}
      {done !== null && form === undefined && <Notice tone="success">{done}</Notice>}
      {thing.payment && (
        <Payment thing={thing} payment={thing.payment} form={form} handOff={handOff} />
      )}
      {thing.nextMonth && (
        <LinkedNextMonth thing={thing} nextMonth={thing.nextMonth} form={form} handOff={handOff} />
      )}
      {thing.subscription && (
        <LinkedSubscription thing={thing} subscription={thing.subscription} form={form} />
      )}
      {thing.invoices?.map((document) => (
        <div key={document.number}>
          <h2>
            {document.words.title} {document.number}
          </h2>
          <DocumentFiles document={document} />
          <DocumentPaper document={document} />
        </div>
      ))}
      {thing.brief && <Brief brief={thing.brief} orderId={order.id} form={form} />}
      {(thing.messages || thing.deliveries) && (
        <div className="order-step">
          {thing.messages && <Messages messages={thing.messages} />}
          {thing.deliveries && <OrderDeliveries deliveries={thing.deliveries} />}
          {thing.underReview !== null && (
            <section className="order-step__words" aria-labelledby="accept-title">
              <h2 id="accept-title">Is the work complete?</h2>
              <CodeForm thing={thing} form={form} button="Accept the delivery" intent="accept">
                <input type="hidden" name="delivery" value={thing.underReview} />
              </CodeForm>
              <p className="order-step__note">
                <a href={withFrom("/login", `${usual}#deliveries`)}>Log in to ask for changes</a>
              </p>
            </section>
          )}
        </div>
      )}
      {thing.hasPassword ? (
        <p className="order-step__note">
          {purpose === "room" ? "To answer, log in. " : ""}
          <a href={withFrom("/login", usual)}>
            {thing.subscription
              ? "Log in to see all months, or to pause or change the plan"
              : "Log in to see the whole order"}
          </a>
        </p>
      ) : (
        <FirstPassword email={email} usual={usual} />
      )}
    </CustomerPage>
  );
}

function titleOf({ purpose, brief, payment, order }: LinkedThingRow): string {
  if (brief && brief.row.closedBecause !== null) return "Your answers";
  if (payment === null) return titles[purpose];
  if (order.paymentStatus === "Paid") return "Your order is paid";
  return mayBePaidAlready(payment.progress) ? "Your payment" : titles[purpose];
}

const titles = {
  room: "About your order",
  brief: "A few questions, then we begin",
  delivery: "Your delivery",
  payment: "Pay for your order",
  nextMonth: "Order the next month",
  subscription: "Your plan",
  invoice: "Your invoice",
  decline: "Your order",
} as const;

/** For an account that an accepted offer has made: nobody can log in to it yet. */
function FirstPassword({ email, usual }: { email: string; usual: string }) {
  return (
    <section className="order-step__words" aria-labelledby="first-password">
      <h2 id="first-password">See the whole order</h2>
      <p>
        Your order has a page with its messages, files and steps. Choose a password to open it at
        any time. We send the link to {shownEmail(email)}.
      </p>
      <form method="post" action="/order-link/open">
        <input type="hidden" name="from" value={usual} />
        <Button name="intent" value="choose-password" variant="secondary">
          Choose a password
        </Button>
      </form>
    </section>
  );
}

interface CodeFormProps {
  thing: LinkedThingRow;
  form: ActionResult | undefined;
  button: string;
  intent: "accept" | "pay" | "order-next-month" | "cancel-subscription";
  children?: React.ReactNode;
}

/**
 * A form that costs money or settles the order. Asks for a code from an email first, because a mail
 * scanner may press every button on the page.
 */
function CodeForm({ thing, form, button, intent, children }: CodeFormProps) {
  if (thing.isProven) {
    return (
      <form method="post" action="/order-link/open">
        {children}
        <Button name="intent" value={intent} variant={variantOf(intent)}>
          {button}
        </Button>
      </form>
    );
  }
  const { isCodeSent } = thing;
  const state = fieldState(form, "code");
  return (
    <>
      <form method="post" action="/order-link/open" className="order-link__code">
        {isCodeSent ? (
          <Notice tone="success">
            We have sent you the code, to {shownEmail(thing.email)}. It may take a minute.
          </Notice>
        ) : (
          <p>
            {toDo[intent]}, enter a code that we send to {shownEmail(thing.email)}.
          </p>
        )}
        <Button name="intent" value="send-code" variant="secondary">
          {isCodeSent ? "Send me another code" : "Send me a code"}
        </Button>
      </form>
      <form method="post" action="/order-link/open" className="order-link__code" noValidate>
        {children}
        <TextField
          {...state}
          autoFocus={state.autoFocus || isCodeSent}
          label="Code from the email"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
        />
        <Button name="intent" value={intent} variant={variantOf(intent)}>
          {button}
        </Button>
      </form>
    </>
  );
}

function variantOf(intent: CodeFormProps["intent"]) {
  return intent === "cancel-subscription" ? "stop" : "primary";
}

const toDo = {
  accept: "To accept",
  pay: "To pay",
  "order-next-month": "To order",
  "cancel-subscription": "To cancel",
};

interface PaymentProps extends LinkedThingProps {
  payment: NonNullable<LinkedThingRow["payment"]>;
}

function Payment({ thing, payment, form, handOff }: Omit<PaymentProps, "done">) {
  const { order } = thing;
  const { progress, providerName, handOffName, ways, charges, transfer, payUntil } = payment;
  const { payButton } = wordsOf(useSite().site);
  const onwards = "Continue to payment";
  return (
    <div className="order-step">
      <div className="order-step__words">
        {handOff !== undefined ? (
          <HandOffForm handOff={handOff} providerName={handOffName} />
        ) : order.paymentStatus !== "UnPaid" ? (
          <Notice tone={order.paymentStatus === "Paid" ? "success" : "info"}>
            {said[order.paymentStatus]}
          </Notice>
        ) : mayBePaidAlready(progress) ? (
          <AwaitedPayment thing={thing} payment={payment} progress={progress} form={form} />
        ) : (
          <>
            {progress && <ProgressNotice order={order} progress={progress} />}
            {transfer === null ? (
              <p className="order-step__amount">
                <span>To pay</span> {order.price} USD
              </p>
            ) : (
              <TransferDetails transfer={transfer} />
            )}
            <Charges lines={charges} />
            {payUntil !== "" && <p className="order-step__note">Please pay by {payUntil}.</p>}
            {transfer === null ? (
              <CodeForm
                thing={thing}
                form={form}
                button={ways.length === 1 && ways[0]?.way === "paypal" ? payButton : onwards}
                intent="pay"
              >
                <LinkedWays payment={payment} form={form} />
              </CodeForm>
            ) : (
              providerName !== "" && (
                <details>
                  <summary>Pay in another way</summary>
                  <p className="order-step__note">
                    Only if you have not sent the transfer, or you would pay twice.
                  </p>
                  <CodeForm thing={thing} form={form} button="Continue to payment" intent="pay">
                    <LinkedWays payment={payment} form={form} />
                  </CodeForm>
                </details>
              )
            )}
            {providerName !== "" && transfer === null && (
              <p className="order-step__note">
                {ways.some(({ way }) => way === "transfer")
                  ? `You pay at ${providerName} and then come back here, or see our account.`
                  : `You pay at ${providerName} and then come back here.`}
              </p>
            )}
          </>
        )}
      </div>
      <OrderReceipt order={order} />
    </div>
  );
}

interface AwaitedPaymentProps extends Pick<PaymentProps, "thing" | "form" | "payment"> {
  progress: PaymentProgress;
}

/** After the return from the provider: no amount to pay, and an update once the payment arrives. */
function AwaitedPayment({ thing, payment, progress, form }: AwaitedPaymentProps) {
  const { order, watch } = thing;
  return (
    <PaymentWatch
      orderId={order.id}
      page="/order-link/open"
      paymentStatus={order.paymentStatus}
      progress={progress.state}
      timesPaid={0}
      refresh={watch.refresh}
    >
      {progress.state === "returned" ? (
        <Confirming providerName={progress.providerName} isLate={watch.isLate} />
      ) : (
        <ProgressNotice order={order} progress={progress} />
      )}
      <details>
        <summary>Pay again anyway</summary>
        <CodeForm thing={thing} form={form} button="Pay again" intent="pay">
          <input type="hidden" name="again" value="yes" />
          <LinkedWays payment={payment} form={form} />
        </CodeForm>
      </details>
    </PaymentWatch>
  );
}

interface LinkedWaysProps extends Pick<LinkedThingProps, "form"> {
  payment: Pick<NonNullable<LinkedThingRow["payment"]>, "ways" | "refusals" | "openWay">;
}

/** A choice if there are several ways. Choosing says that the customer has left a begun way. */
function LinkedWays({ payment: { ways, refusals, openWay }, form }: LinkedWaysProps) {
  const others = ways.filter(({ way }) => openWay?.way !== "transfer" || way !== "transfer");
  return (
    <>
      {openWay && <input type="hidden" name="left" value={openWay.id} />}
      {openWay && openWay.way !== "transfer" && ways.length > 1 && (
        <p className="order-step__note">
          A payment was started at {openWay.name} and is not finished. Pay in another way only if
          you have not paid there.
        </p>
      )}
      {(ways.length > 1 || ways[0]?.way !== "paypal" || refusals.length > 0) && (
        <WaysToPay ways={others} refusals={refusals} chosen={form?.values.way} />
      )}
    </>
  );
}

interface LinkedNextMonthProps extends Omit<LinkedThingProps, "done"> {
  nextMonth: NonNullable<LinkedThingRow["nextMonth"]>;
}

function LinkedNextMonth({ thing, nextMonth, form, handOff }: LinkedNextMonthProps) {
  const { offer, ordered, mayOrder, handOffName } = nextMonth;
  if (handOff !== undefined) return <HandOffForm handOff={handOff} providerName={handOffName} />;
  if (ordered !== null) {
    return <OrderedNextMonth thing={thing} ordered={ordered} nextMonth={nextMonth} form={form} />;
  }
  if (offer === null) {
    return (
      <Notice tone="info">
        {mayOrder
          ? "This order is not complete any more, so there is no next month to order yet."
          : "Somebody of your company who may order and sees payments can order the next month."}
      </Notice>
    );
  }
  return (
    <NextMonthOffer
      offer={offer}
      form={
        <CodeForm
          thing={thing}
          form={form}
          button={`Order the next month for ${offer.price}`}
          intent="order-next-month"
        >
          <input type="hidden" name="packagePrice" value={offer.packagePrice} />
          <LinkedWays payment={nextMonth} form={form} />
        </CodeForm>
      }
    />
  );
}

interface LinkedSubscriptionProps extends Pick<LinkedThingProps, "thing" | "form"> {
  subscription: NonNullable<LinkedThingRow["subscription"]>;
}

function LinkedSubscription({ thing, subscription: plan, form }: LinkedSubscriptionProps) {
  useSheet(myPlanSheet);
  const { label, tone, about, headline, detail, lastDay, isEnded } = plan;
  return (
    <div className="my-plan">
      <section className="plan-now" aria-labelledby="plan-now-title">
        <p className="plan-now__state">
          <StatusMark tone={tone}>{label}</StatusMark>
        </p>
        <h2 id="plan-now-title" className="plan-now__headline">
          {about !== "" && <span className="plan-now__about">{about}</span>}
          {headline}
        </h2>
        {detail && <p>{detail}</p>}
      </section>
      <aside className="manage-plan" aria-labelledby="manage-plan-title">
        <h2 id="manage-plan-title">Your plan</h2>
        <PlanFacts plan={plan} />
      </aside>
      {!isEnded && lastDay === "" && (
        <section className="plan-story linked-cancellation" aria-labelledby="cancel-title">
          <h2 id="cancel-title">Cancel the plan</h2>
          <WordsOfCancelling plan={plan} />
          <CodeForm
            thing={thing}
            form={form}
            button={cancelButton(plan)}
            intent="cancel-subscription"
          />
        </section>
      )}
    </div>
  );
}

interface OrderedNextMonthProps extends Pick<LinkedThingProps, "thing" | "form"> {
  ordered: NonNullable<NonNullable<LinkedThingRow["nextMonth"]>["ordered"]>;
  nextMonth: NonNullable<LinkedThingRow["nextMonth"]>;
}

/** The next month after it was ordered: paid, on its way, or to pay. */
function OrderedNextMonth({ thing, ordered, nextMonth, form }: OrderedNextMonthProps) {
  const { order, progress } = ordered;
  if (order.paymentStatus === "Paid") {
    return (
      <Notice tone="success">Order {order.number}, the next month, is paid. Thank you.</Notice>
    );
  }
  return (
    <div className="order-step">
      <div className="order-step__words">
        <p>The next month is ordered: it is order {order.number}.</p>
        {progress && <ProgressNotice order={order} progress={progress} />}
        {nextMonth.transfer && !mayBePaidAlready(progress) && (
          <TransferDetails transfer={nextMonth.transfer} />
        )}
        {!mayBePaidAlready(progress) && nextMonth.transfer === null && (
          <CodeForm
            thing={thing}
            form={form}
            button={`Pay ${order.price} for order ${order.number}`}
            intent="order-next-month"
          >
            <input type="hidden" name="packagePrice" value="" />
            <LinkedWays payment={nextMonth} form={form} />
          </CodeForm>
        )}
      </div>
      <OrderReceipt order={order} />
    </div>
  );
}

const said = {
  Paid: "This order is paid. Thank you. We have emailed you the receipt and the next step.",
  Cancelled: "This order was cancelled, so there is nothing to pay.",
  Refunded: "This order was paid and refunded.",
};

interface BriefProps {
  brief: NonNullable<LinkedThingRow["brief"]>;
  orderId: string;
  form: ActionResult | undefined;
}

function Brief({ brief: { row, accountId }, orderId, form }: BriefProps) {
  return (
    <div className="brief">
      {form !== undefined && form.notice === undefined && (
        <Notice tone="error" besideFields>
          {attentionFor(form)}
        </Notice>
      )}
      {row.closedBecause === null ? (
        <BriefForm brief={row} accountId={accountId} orderId={orderId} form={form} />
      ) : (
        <>
          <p>{row.closedBecause}</p>
          <GivenAnswers steps={row.steps} />
        </>
      )}
    </div>
  );
}

interface MessagesProps {
  messages: NonNullable<LinkedThingRow["messages"]>;
}

function Messages({ messages: { list, hasOlder, otherFiles } }: MessagesProps) {
  useSheet(orderMessagesSheet);
  return (
    <section className="order-messages" aria-labelledby="messages-title">
      <h2 id="messages-title">Messages</h2>
      {hasOlder && <p className="order-step__note">Log in to read the older messages.</p>}
      {list.length === 0 && <p className="order-step__note">There are no messages yet.</p>}
      <ol className="order-messages__messages" aria-label="Messages, the newest last">
        {list.map(({ id, number, side, text, from, person, isoDate, fullDate, files }) => (
          <li className={`message-slip message-slip--${side}`} id={`message-${number}`} key={id}>
            <p className="message-slip__head">
              <Portrait person={person} side={side} /> <strong>{from}</strong>{" "}
              <time dateTime={isoDate}>{fullDate}</time>
            </p>
            {text !== textOfFiles(files) && (
              <p className="message-slip__text">
                <LinkedText text={text} />
              </p>
            )}
            {files.map((file) => (
              <FileLink key={file.id} file={file} />
            ))}
          </li>
        ))}
      </ol>
      {otherFiles.length > 0 && (
        <>
          <h2>Files</h2>
          {otherFiles.map((file) => (
            <FileLink key={file.id} file={file} />
          ))}
        </>
      )}
    </section>
  );
}
