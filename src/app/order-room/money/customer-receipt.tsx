import { useSite } from "#app/site-layout.tsx";
import { Receipt } from "#app/ui/customer/receipt.tsx";
import { EmailWords } from "#app/ui/email-words.tsx";
import { drawingOfOrder } from "#app/ui/plan.ts";
import { sellerOf } from "#content/model/business-facts.ts";
import { isRepeated } from "#content/model/plan-interval.ts";
import type { OrderReceipt as ReceiptFacts } from "#money/receipts/payments-of-order.ts";
import type { Order } from "#orders/order.ts";
import { isOfPlan } from "#orders/order-words.ts";
import type { Business } from "#platform/business.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { type DateReader, longDateOf, minuteOf } from "#platform/time/dates.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import type { OrderView } from "../order-view.server.ts";

/** The receipt of a paid order, or a summary of another. */
export function CustomerReceipt({ room: { order, payment } }: CustomerPartProps) {
  const { site, business } = useSite();
  if (payment.receipt === null) return <OrderReceipt order={order} />;
  const seller = sellerOf(business, site.footerAddress);
  const { receipt, period } = payment;
  return <PaidReceipt order={order} receipt={receipt} period={period} seller={seller} />;
}

/** Summary of an order, without the data of a payment. */
export function OrderReceipt({ order }: { order: OrderView }) {
  const { site } = useSite();
  return (
    <Receipt
      title={`Order ${order.number}`}
      kind={isOfPlan(order) ? undefined : "Your order"}
      plan={order.packageName}
      drawing={drawingOfOrder(site.pricingPackages, order)}
      rows={[
        { label: "Ordered", value: <time dateTime={order.isoDate}>{order.day}</time> },
        ...(order.billedTo.length > 0
          ? [{ label: "Billed to", value: <Lines lines={order.billedTo} /> }]
          : [
              { label: "For", value: order.customerName },
              { label: "Address", value: order.customerAddress },
            ]),
        ...(order.customerWebsite ? [{ label: "Website", value: order.customerWebsite }] : []),
        { label: "Account", value: <EmailWords email={order.customerEmail} /> },
        ...chargedRow(order),
        ...linesOf(order),
      ]}
      total={order.price === "" ? undefined : `${order.price} USD`}
    >
      {order.taxWords !== "" && <p className="receipt__terms">{order.taxWords}</p>}
    </Receipt>
  );
}

/** What the price consists of; none for a plan alone. */
function linesOf({ lines }: OrderView) {
  return lines.map(({ label, amount }) => ({ label, value: amount, isAmount: true }));
}

/** The price with its interval, for an order of a plan that is charged more than once. */
function chargedRow({ charged, pricePer }: OrderView) {
  return isRepeated(charged) && pricePer !== "" ? [{ label: "Price", value: pricePer }] : [];
}

interface PaidReceiptProps {
  order: OrderView;
  receipt: ReceiptView;
  period: CustomerPartProps["room"]["payment"]["period"];
  seller: Business;
}

/** The receipt of a paid order. Only the receipt is printed when the customer prints the page. */
function PaidReceipt({ order, receipt, period, seller }: PaidReceiptProps) {
  const { paid, knownBy, received, refunded, refundedAmount, returned, keptAmount, others } =
    receipt;
  const { site } = useSite();
  return (
    <Receipt
      title={titleOf(order, receipt)}
      kind={isOfPlan(order) ? undefined : "Your order"}
      plan={order.packageName}
      drawing={drawingOfOrder(site.pricingPackages, order)}
      rows={[
        { label: "Ordered", value: order.fullDate },
        order.billedTo.length > 0
          ? { label: "Billed to", value: <Lines lines={order.billedTo} /> }
          : { label: "For", value: <Customer order={order} receipt={receipt} /> },
        ...(order.customerWebsite ? [{ label: "Website", value: order.customerWebsite }] : []),
        ...chargedRow(order),
        ...linesOf(order),
        { label: "Paid", value: paid },
        {
          label: knownBy.label,
          value: <span className="receipt__reference">{knownBy.value}</span>,
        },
        ...(period
          ? [
              { label: "Period", value: period.period },
              { label: "Next payment", value: period.nextPayment },
              ...(period.canStop
                ? [{ label: "To stop", value: <StopLink period={period} /> }]
                : []),
            ]
          : []),
        ...(received ? [{ label: "Received", value: received }] : []),
        ...(others.length > 0 ? [{ label: "Paid again", value: <Others others={others} /> }] : []),
        ...(refunded
          ? [
              {
                label: returned.label,
                value: (
                  <span className="receipt__lines">
                    <span>{refundedAmount}</span>
                    <span>{refunded}</span>
                  </span>
                ),
              },
            ]
          : []),
      ]}
      total={`${order.price} USD`}
      kept={keptAmount}
    >
      <address className="receipt__seller">
        <span>Sold by</span>
        <strong>{seller.name}</strong>
        {seller.address && <span>{seller.address}</span>}
        {seller.country && <span>{seller.country}</span>}
        {seller.email && (
          <span>
            <EmailWords email={seller.email} />
          </span>
        )}
        {seller.phone && <span>{seller.phone}</span>}
        {seller.taxId && <span>Tax ID: {seller.taxId}</span>}
      </address>
    </Receipt>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <span className="receipt__lines">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

function StopLink({ period }: { period: NonNullable<PaidReceiptProps["period"]> }) {
  return <a href={`/my-plan/${period.subscriptionId}`}>Cancel on your plan’s page</a>;
}

function Others({ others }: Pick<ReceiptView, "others">) {
  return others.map(({ paid, knownBy, amount }) => (
    <span className="receipt__lines" key={knownBy}>
      <span>{paid}</span>
      <span className="receipt__reference">{knownBy}</span>
      <span>{amount}</span>
    </span>
  ));
}

function titleOf(
  { number, paymentStatus }: OrderView,
  { refunded, returned }: ReceiptView,
): string {
  const title = `Receipt, order ${number}`;
  if (refunded === "") return title;
  return `${title}, ${paymentStatus === "Refunded" ? "" : "partly "}${returned.inTitle}`;
}

function Customer({ order, receipt }: Pick<PaidReceiptProps, "order" | "receipt">) {
  return (
    <span className="receipt__lines">
      <span>{order.customerName}</span>
      <span>{receipt.customerAddress}</span>
      <span>{receipt.customerCountry}</span>
      <span>
        <EmailWords email={order.customerEmail} />
      </span>
    </span>
  );
}

/** Who returned the money: a refund comes from us, and a dispute takes money back. */
function wordsForReturn({
  refundedCents,
  takenBackCents,
}: Pick<ReceiptFacts, "refundedCents" | "takenBackCents">) {
  if (takenBackCents === 0) return { label: "Refunded", inTitle: "refunded" };
  return takenBackCents < refundedCents
    ? { label: "Refunded or taken back", inTitle: "refunded or taken back" }
    : { label: "Taken back by the bank or PayPal", inTitle: "taken back" };
}

function knownBy(transactionId: string, reference: string | null) {
  if (reference !== null) return { label: "Reference", value: reference };
  return transactionId === ""
    ? { label: "Payment", value: "Nothing to pay" }
    : { label: "Transaction", value: transactionId };
}

type ReceiptView = ReturnType<typeof receiptView>;

export function receiptView(order: Order, receipt: ReceiptFacts, reader: DateReader) {
  const { paidAt, transactionId, reference, receivedCents, refundedCents, refundedAt } = receipt;
  const isWhole = receivedCents === order.priceCents;
  const inMoney = (cents: number) => `${dollarsFromCents(cents)} ${order.currency}`;
  const dated = reference === null ? minuteOf : longDateOf;
  return {
    customerAddress: order.customerAddress,
    customerCountry: order.customerCountry,
    paid: dated(paidAt, reader),
    knownBy: knownBy(transactionId, reference),
    /** Received amount; "" when it equals the price. */
    received: isWhole ? "" : inMoney(receivedCents),
    /** Date of the refund. Without a refund, the date and the two amounts below are "". */
    refunded: refundedAt === null ? "" : dated(refundedAt, reader),
    refundedAmount: refundedAt === null ? "" : inMoney(refundedCents),
    returned: wordsForReturn(receipt),
    keptAmount: refundedAt === null ? "" : inMoney(receivedCents - refundedCents),
    /** Further payments of an order that was paid more than once. */
    others: receipt.otherPayments.map((other) => ({
      paid: (other.reference === null ? minuteOf : longDateOf)(other.paidAt, reader),
      knownBy: other.reference ?? other.transactionId,
      amount:
        other.refundedCents > 0
          ? `${inMoney(other.receivedCents)}, ${inMoney(other.refundedCents)} of it ${wordsForReturn(other).inTitle}`
          : inMoney(other.receivedCents),
    })),
  };
}
