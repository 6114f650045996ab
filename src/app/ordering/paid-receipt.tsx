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
  const { paid, transactionId, refunded } = receipt;
  return (
    <Receipt
      title={refunded ? "Receipt, refunded" : "Receipt"}
      plan={order.packageName}
      rows={[
        { label: "Order", value: order.number },
        { label: "Ordered", value: order.fullDate },
        { label: "For", value: <Customer order={order} receipt={receipt} /> },
        { label: "Paid", value: paid },
        { label: "Transaction", value: transactionId },
        ...(refunded ? [{ label: "Refunded", value: refunded }] : []),
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
