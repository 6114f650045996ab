import type { BriefView } from "#app/order-room/brief/brief-view.server.ts";
import type { OrderView } from "#app/order-room/order-view.server.ts";
import type { CustomerRoom } from "#app/order-room/room-parts.server.ts";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { mayBePaidAlready } from "#money/paying/may-be-paid-already.ts";
import type { PaymentProgress } from "#money/paying/payment-progress.ts";
import { yourOrderedThing } from "#orders/order-words.ts";
import { OrderAgain, onCancelling, ProgressNotice } from "../paying/order-step.tsx";
import { Charges } from "../paying/payment-facts.tsx";

interface NextStepProps {
  room: CustomerRoom;
  contactPath: string;
}

export function NextStep({ room, contactPath }: NextStepProps) {
  const { order, brief } = room;
  const { progress, questions, planId, receipt, period } = room.payment;
  const refundedAmount = receipt?.refundedAmount ?? "";
  const standing = standingOf(room);
  const isBriefOpen = brief?.stage === "awaiting-brief";
  const awaitsRefund =
    room.nextStep.kind === "refund-asked" || room.nextStep.kind === "refund-on-its-way";
  const asksForBrief = isBriefOpen && !awaitsRefund;
  const lacksAddress = lacksWebsite(order) && standing === "";
  /** False while the sentence would ask for something from who waits for a refund. */
  const saysStanding = !awaitsRefund || !(isBriefOpen || lacksAddress);
  switch (order.paymentStatus) {
    case "UnPaid":
      return <ToPay room={room} />;
    case "Paid":
      return (
        <>
          {questions.afterCancelling && <Notice tone="info">{questions.afterCancelling}</Notice>}
          {questions.tooOften && <Notice tone="info">{questions.tooOften}</Notice>}
          {awaitsRefund && <RefundAwaited room={room} isBriefOpen={isBriefOpen} />}
          {room.moneyBack?.state === "declined" && (
            <Notice tone="info">
              We declined the refund on {room.moneyBack.answeredOn}.{" "}
              <a href="#refund">Read our answer</a>
            </Notice>
          )}
          {refundedAmount && (
            <p>
              {refundedAmount} of the payment was {receipt?.returned.inTitle}.
            </p>
          )}
          {asksForBrief && <h2>{room.nextStep.words}</h2>}
          {questions.afterCancelling === "" && saysStanding && <p>{standing || workOn(order)}</p>}
          {asksForBrief && (
            <p className="order-step__note">
              <strong>{brief.state}.</strong> You can stop and continue later.
            </p>
          )}
          <div className="customer-page__actions">
            {asksForBrief && (
              <div className="thumb-action">
                <ButtonLink href={briefPath(order.id)}>Answer the questions</ButtonLink>
              </div>
            )}
            {(questions.isAsking || (lacksAddress && !awaitsRefund)) && (
              <ButtonLink href={contactPath}>Write to us</ButtonLink>
            )}
          </div>
        </>
      );
    case "Cancelled":
      return (
        <>
          <Notice tone="info">You Have Cancelled</Notice>
          {mayBePaidAlready(progress) ? (
            <p>{onCancelling(order, progress)}</p>
          ) : (
            // "Nothing was charged" would be too certain for a customer who has started a payment,
            // because the payment can succeed before its notification arrives.
            <p>
              {room.timeline.some(({ kind }) => kind === "sent-to-pay") && progress === null
                ? "We have not received a payment."
                : "Nothing was charged."}
            </p>
          )}
          <OrderAgain planId={planId} orderId={order.id} />
        </>
      );
    case "Refunded":
      return receipt?.returned.inTitle === "taken back" ? (
        <>
          <Notice tone="info">Payment taken back</Notice>
          <p>
            The bank or PayPal took the payment back. This order is on hold, and the work goes on if
            the payment is returned to us.
          </p>
        </>
      ) : (
        <>
          <Notice tone="info">Refunded</Notice>
          <p>The payment was refunded.</p>
          {period?.canStop ? (
            <p>Your plan goes on. Next payment: {period.nextPayment}.</p>
          ) : (
            <OrderAgain planId={planId} orderId={order.id} />
          )}
        </>
      );
  }
}

interface RefundAwaitedProps {
  room: CustomerRoom;
  isBriefOpen: boolean;
}

/** The refund that the customer waits for, before what we would ask for otherwise. */
function RefundAwaited({ room: { order, nextStep }, isBriefOpen }: RefundAwaitedProps) {
  return (
    <>
      <h2>{nextStep.words}</h2>
      <p className="order-step__note">
        {nextStep.kind === "refund-asked" && "Our answer comes here and by email. "}
        <a href="#refund">See the request</a>
        {isBriefOpen && (
          <>
            . The <a href={briefPath(order.id)}>questions</a> can wait until then.
          </>
        )}
      </p>
    </>
  );
}

/** State of the work, as a sentence; "" before the first delivery. */
function standingOf({ messages, deliveries, brief }: CustomerRoom): string {
  if (messages && messages.questions.length > 0) {
    return "Our work is on hold until we have your answer. Any message from you counts as one.";
  }
  return deliveries?.standing || brief?.standing || "";
}

/** The way to the answers of a brief that was sent. */
export function SentAnswers({ orderId, brief }: { orderId: string; brief: BriefView }) {
  if (!brief.isSent) return null;
  return (
    <p className="order-step__note">
      <a href={briefPath(orderId)}>
        {brief.closedBecause === null ? "See or change your answers" : "See your answers"}
      </a>
    </p>
  );
}

function briefPath(orderId: string): string {
  return `/my-order/${orderId}/brief`;
}

function workOn(order: OrderView): string {
  const { orderStatus, number } = order;
  const thing = yourOrderedThing(order);
  if (orderStatus === "Delivered") return `The work on ${thing} is complete.`;
  return lacksWebsite(order)
    ? `We start work on ${thing} as soon as we know which website it is for. Write to us and mention order ${number}.`
    : `We are working on ${thing}. There is nothing you need to do.`;
}

function ToPay({ room: { order, nextStep, payment } }: Pick<NextStepProps, "room">) {
  const { progress, transferReference } = payment;
  if (order.price === "") {
    return (
      <p>
        This order is not paid yet. Somebody of your company who sees payments can pay it. We start
        work as soon as the payment arrives.
      </p>
    );
  }
  return (
    <>
      {progress && <ProgressNotice order={order} progress={progress} />}
      {mayBePaidAlready(progress) ? (
        <p className="order-step__note">
          <a href={`/pay-now/${order.id}`}>Pay again anyway</a> or{" "}
          <a href={`/order-cancelled/${order.id}`}>cancel this order</a>
        </p>
      ) : transferReference !== null ? (
        <>
          <h2>{nextStep.words}</h2>
          <p>
            Reference: <strong>{transferReference}</strong>. We tell you when it has arrived.
          </p>
          <div className="customer-page__actions">
            <div className="thumb-action">
              <ButtonLink href={`/pay-now/${order.id}`}>See the bank details</ButtonLink>
            </div>
            <ButtonLink href={`/order-cancelled/${order.id}`} variant="secondary">
              Cancel this order
            </ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p className="order-step__amount">
            <span>To pay</span> {order.price} USD
          </p>
          <Charges lines={payment.charges} />
          <div className="customer-page__actions">
            <div className="thumb-action">
              <ButtonLink href={`/pay-now/${order.id}`}>Pay Now</ButtonLink>
            </div>
            <ButtonLink href={`/order-cancelled/${order.id}`} variant="secondary">
              Cancel this order
            </ButtonLink>
          </div>
          <p className="order-step__note">
            Is something wrong? <a href={`/my-order/${order.id}/details`}>Correct your order</a>
          </p>
        </>
      )}
      <p className="order-step__note">
        {order.orderStatus === "Delivered"
          ? `The work is complete. ${order.price} USD is still due.`
          : "The payment comes before the work."}
      </p>
    </>
  );
}

/** True for an undelivered order without the address of the customer's website. */
export function lacksWebsite({ orderStatus, customerWebsite }: OrderView): boolean {
  return orderStatus === "Pending" && customerWebsite === "";
}

/** True for an unpaid order whose page offers to correct it. */
export function isCorrectable(order: OrderView, progress: PaymentProgress | null): boolean {
  return order.paymentStatus === "UnPaid" && order.price !== "" && !mayBePaidAlready(progress);
}
