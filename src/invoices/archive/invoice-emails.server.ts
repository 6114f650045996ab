import type { Post } from "#mail/mailer.ts";
import { companyRecipients } from "#orders/company-recipients.server.ts";
import type { Order } from "#orders/order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import type { MadeFiles } from "./archive-invoices.ts";

interface IssuedDocument {
  readonly order: Order;
  readonly document: InvoiceDocument;
  readonly files: MadeFiles;
}

/** Sends a document to the people of the company who see payments, and to its invoice address. */
export async function emailInvoice(
  tx: WriteTransaction,
  post: Post,
  { order, document, files }: IssuedDocument,
): Promise<void> {
  const { kind, number, corrects, replacedBy, totalCents, buyer } = document;
  const email = {
    name:
      kind === "invoice"
        ? "invoiceIssued"
        : replacedBy === undefined
          ? "creditNoteIssued"
          : "invoiceReplaced",
    number,
    corrected: corrects?.number ?? "",
    replacedBy: replacedBy ?? "",
    amountCents: totalCents,
    attachments: [files.pdf, ...(files.ubl === undefined ? [] : [files.ubl])],
  } as const;
  const people = await companyRecipients(tx, order, "payments");
  const known = [order.customerEmail, ...people.map(({ address }) => address)].map(normalEmail);
  const isFurther = buyer.email !== "" && !known.includes(normalEmail(buyer.email));
  await queueOrderEmails(tx, post, order, [
    email,
    ...(isFurther ? [{ ...email, to: buyer.email, isStranger: true }] : []),
  ]);
}
