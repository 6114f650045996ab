import { invoiceRow } from "#app/admin/money/invoices/invoice-row.server.ts";
import { fields, intent } from "#app/intents.server.ts";
import { documentFilePath, documentPath, proFormaPath } from "#invoices/document-path.ts";
import { issueByHand, reissueByHand } from "#invoices/issuing/issue-by-hand.ts";
import { sumOfDocuments } from "#invoices/issuing/one-rule.ts";
import { documentsOfOrder, hasProForma } from "#invoices/order-documents.ts";
import { readOrderDocuments } from "#invoices/read-invoices.ts";
import { seesPrice } from "#orders/find-order.ts";
import { may } from "#policy/rights.ts";
import { missingOfSeller } from "#settings/invoicing.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import type { TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";
import { documentView } from "./document-view.server.ts";

/** The invoices and credit notes of an order. Null for a reader who sees none. */
export const teamInvoices = {
  async read({ services, actor, order, reader }: RoomReading) {
    if (!may(actor, "see invoices") || order.isDemonstration) return null;
    const { documents, waitsFor } = await readOrderDocuments(services, actor, order.id);
    const mayIssue = may(actor, "issue invoices");
    const isUnknown = documents.length === 0 && waitsFor === null;
    const isPaid = order.paymentStatus === "Paid" && order.priceCents > 0;
    const invoicing = await readSetting({}, services.database.read, "invoicing");
    return {
      documents: documents.map((one) => invoiceRow(one, reader)),
      waitsFor,
      proForma: (await hasProForma(services.database.read, order)) ? proFormaPath(order.id) : null,
      /** For an order from before invoicing, once the seller's details are there. */
      canIssue: mayIssue && isUnknown && isPaid && missingOfSeller(invoicing).length === 0,
      canReissue: mayIssue && waitsFor === null && isPaid && documents.length > 0,
    };
  },
  intents: {
    "issue-invoice": intent(fields(), async ({ services, actor, orderId }: TeamForm) => {
      await issueByHand(services, actor, orderId);
      return { said: "The invoice is issued" };
    }),
    reissue: intent(fields("reason"), async ({ services, actor, orderId }: TeamForm, sent) => {
      await reissueByHand(services, actor, orderId, { reason: sent.reason ?? "" });
      return { said: "The invoice is replaced" };
    }),
  },
};

/** The invoices and credit notes of the order, the newest first; none for whom sees no prices. */
export const customerInvoices = {
  read: async ({ services, actor, order, reader }: RoomReading) => {
    if (!seesPrice(actor, order)) return { documents: [], proForma: null, canCorrect: false };
    const documents = await documentsOfOrder(services, actor, order.id);
    return {
      documents: documents.toReversed().map((document) => {
        const { words, ...view } = documentView(document, reader, (number, kind) =>
          documentFilePath(order.id, number, kind),
        );
        return { ...view, title: words.title, href: documentPath(order.id, view.number) };
      }),
      proForma: (await hasProForma(services.database.read, order)) ? proFormaPath(order.id) : null,
      /** Nothing is left to correct of an order that was wholly refunded. */
      canCorrect: sumOfDocuments(documents.map(({ document }) => document)) > 0,
    };
  },
};
