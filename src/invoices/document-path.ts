import type { InvoiceFileKind } from "./archive/invoice-file-kinds.ts";

/** A number in a path. Numbers may have slashes, and no number has a tilde. */
export const numberInPath = (number: string): string => number.replaceAll("/", "~");

/** Page of a document for the people of its company and for the team. */
export function documentPath(orderId: string, number: string): string {
  return `/my-order/${orderId}/invoice/${numberInPath(number)}`;
}

export function documentFilePath(orderId: string, number: string, kind: InvoiceFileKind): string {
  return `${documentPath(orderId, number)}/${kind}`;
}

/** The same file for the holder of a link in an email. */
export function linkedFilePath(number: string, kind: InvoiceFileKind): string {
  return `/order-link/invoice/${numberInPath(number)}/${kind}`;
}

/** What a customer who pays by bank transfer is asked to pay, as PDF. */
export function proFormaPath(orderId: string): string {
  return `/my-order/${orderId}/pro-forma.pdf`;
}
