import type { FooterAddress } from "../../../content/blocks/footer-address.ts";
import { siteName } from "../../../content/model/site-content.ts";
import { Receipt } from "../../ui/customer/receipt.tsx";
import type { OrderRow } from "./order-row.server.ts";
import type { ReceiptRow } from "./receipt-row.server.ts";

interface PaidReceiptProps {
  order: OrderRow;
  receipt: ReceiptRow;
  seller: FooterAddress | undefined;
}

/** The receipt of a paid order, which is all that the page prints. */
export function PaidReceipt({ order, receipt, seller }: PaidReceiptProps) {
  const { paid, knownBy, received, refunded, refundedAmount, keptAmount, others } = receipt;
  return (
    <Receipt
      title={titleOf(order, receipt)}
      plan={order.packageName}
      rows={[
        { label: "Ordered", value: order.fullDate },
        { label: "For", value: <Customer order={order} receipt={receipt} /> },
        ...(order.customerWebsite ? [{ label: "Website", value: order.customerWebsite }] : []),
        { label: "Paid", value: paid },
        {
          label: knownBy.label,
          value: <span className="receipt__reference">{knownBy.value}</span>,
        },
        ...(received ? [{ label: "Received", value: received }] : []),
        ...(others.length > 0 ? [{ label: "Paid again", value: <Others others={others} /> }] : []),
        ...(refunded
          ? [
              {
                label: "Refunded",
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
        <strong>{siteName}</strong>
        {seller && (
          <>
            <span>{seller.location}</span>
            <span>{seller.emailAddress}</span>
            <span>{seller.phoneNumber}</span>
          </>
        )}
      </address>
    </Receipt>
  );
}

function Others({ others }: Pick<ReceiptRow, "others">) {
  return others.map(({ paid, knownBy, amount }) => (
    <span className="receipt__lines" key={knownBy}>
      <span>{paid}</span>
      <span className="receipt__reference">{knownBy}</span>
      <span>{amount}</span>
    </span>
  ));
}

function titleOf({ number, paymentStatus }: OrderRow, { refunded }: ReceiptRow): string {
  const title = `Receipt, order ${number}`;
  if (refunded === "") return title;
  return `${title}, ${paymentStatus === "Refunded" ? "refunded" : "partly refunded"}`;
}

function Customer({ order, receipt }: Omit<PaidReceiptProps, "seller">) {
  return (
    <span className="receipt__lines">
      <span>{order.customerName}</span>
      <span>{receipt.customerAddress}</span>
      <span>{receipt.customerCountry}</span>
      <span>{order.customerEmail}</span>
    </span>
  );
}
