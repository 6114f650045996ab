/** UBL is the e-invoice by itself; the PDF has the other syntax, CII, in it. */
export const invoiceFileKinds = ["pdf", "ubl", "cii"] as const;
export type InvoiceFileKind = (typeof invoiceFileKinds)[number];
