import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { PrintButton } from "../order/print-button.tsx";
import copyScript from "./copy-values.ts?script";
import transferDetailsSheet from "./transfer-details.css?sheet";
import type { TransferView } from "./transfer-view.server.ts";

/** Account, amount and reference of the bank transfer that an order waits for. */
export function TransferDetails({ transfer }: { transfer: TransferView }) {
  useSheet(transferDetailsSheet);
  const { since, amount, reference, lines, note, isTest } = transfer;
  if (lines.length === 0) {
    return (
      <Notice tone="info">
        We take no bank transfers at the moment. If you have already sent yours, we tell you when it
        has arrived. If not, choose another way to pay.
      </Notice>
    );
  }
  return (
    <section className="transfer" aria-labelledby="transfer-title">
      <h2 id="transfer-title">Transfer to this account</h2>
      {isTest && <Notice tone="info">Test mode: do not transfer any money.</Notice>}
      <dl>
        <Line label="Amount" value={amount.shown} copied={amount.copied} isMain />
        <Line label="Reference" value={reference} copied={reference} isMain />
        {lines.map(({ label, shown, copied }) => (
          <Line key={label} label={label} value={shown} copied={copied} />
        ))}
      </dl>
      {note !== "" && <p className="transfer__note">{note}</p>}
      <p>
        Write the reference exactly as it stands, so that we find your transfer.{" "}
        <strong>We tell you when it has arrived.</strong> You also have these details by email.
      </p>
      <p className="order-step__note">
        We have been waiting for your transfer since {since}. Transfers usually take one to three
        working days.
      </p>
      <PrintButton text="Print the bank details" />
      <p className="unseen" role="status" data-copied="" />
      <script src={copyScript} defer />
    </section>
  );
}

interface LineProps {
  label: string;
  value: string;
  /** Text for a form of the bank. */
  copied: string;
  isMain?: boolean;
}

function Line({ label, value, copied, isMain = false }: LineProps) {
  return (
    <div className={`transfer__line${isMain ? " transfer__line--main" : ""}`}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {/* The script shows it where the browser has a clipboard. */}
      <button
        className="transfer__copy"
        type="button"
        hidden
        data-copy={copied}
        aria-label={`Copy: ${label}`}
      >
        Copy
      </button>
    </div>
  );
}
