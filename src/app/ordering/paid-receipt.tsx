import type { FooterAddress } from "../../content/blocks/footer-address.ts";
import { siteName } from "../../content/site-name.ts";
import { Receipt } from "../ui/receipt.tsx";
import type { OrderRow } from "./order-row.server.ts";
import type { ReceiptRow } from "./receipt-row.server.ts";

interface PaidReceiptProps {
  order: OrderRow;
  receipt: ReceiptRow;
  seller: FooterAddress | undefined;
}

/** The receipt of an order that was paid; printed, it is all that the page shows. */
export function PaidReceipt({ order, receipt, seller }: PaidReceiptProps) {
  const { paid, knownBy, received, refunded, refundedAmount } = receipt;
  return (
    <Receipt
      title={titleOf(order, receipt)}
      plan={order.packageName}
      rows={[
        { label: "Order", value: order.number },
        { label: "Ordered", value: order.fullDate },
        { label: "For", value: <Customer order={order} receipt={receipt} /> },
        { label: "Paid", value: paid },
        knownBy,
        ...(received ? [{ label: "Received", value: received }] : []),
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

function titleOf({ paymentStatus }: OrderRow, { refunded }: ReceiptRow): string {
  if (refunded === "") return "Receipt";
  return paymentStatus === "Refunded" ? "Receipt, refunded" : "Receipt, partly refunded";
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
