import { AppError } from "#platform/errors.ts";
import { decodeTable } from "#platform/tables/decode-table.ts";
import { readTable, type TableRow } from "#platform/tables/read-table.ts";
import { plainTextsIn } from "#platform/texts/plain-text.ts";

/** A line of a file with redirects. */
export interface RedirectLine {
  /** Line of the file; the first line is 1. */
  readonly line: number;
  readonly from: string;
  /** "" for an address that is gone. */
  readonly to: string;
}

const mostRedirectLines = 10_000;

// One more row for the headings.
const limits = { rows: mostRedirectLines + 1, columns: 50, cells: 200_000, rowBytes: 20_000 };

const fromWords = /^(from|old|source|redirect from|old address|old url|url|address)$/;
const toWords = /^(to|new|target|destination|redirect to|new address|new url|redirect url)$/;
const statusWords = /^(status|status code|code|type|http code)$/;

/** The redirects in a CSV file: the old address, the new one, and a status code if there is one. */
export function readRedirects(bytes: Uint8Array): readonly RedirectLine[] {
  const [first, ...others] = readTable(decodeTable(bytes).text, limits);
  if (first === undefined) throw refusal("The file is empty.");
  const headings = first.cells.map((cell) => cell.trim().toLowerCase().replaceAll(/[_-]/g, " "));
  const hasHeadings = !isAddress(first.cells[0] ?? "");
  const columnOf = (words: RegExp) => headings.findIndex((heading) => words.test(heading));
  const [named, target, status] = hasHeadings
    ? [columnOf(fromWords), columnOf(toWords), columnOf(statusWords)]
    : [0, 1, -1];
  const from = named === -1 ? 0 : named;
  const to = target === -1 ? from + 1 : target;
  const rows = hasHeadings ? others : [first, ...others];
  if (rows.length === 0) throw refusal("The file has headings, but no redirects.");
  if (rows.every(({ cells }) => cells.length < 2)) {
    throw refusal(
      "The file needs two columns: the old address and the new one, such as /spring-offer,/pricing/.",
    );
  }
  return plainTextsIn(rows.map((row) => lineOf(row, { from, to, status })));
}

interface Columns {
  readonly from: number;
  readonly to: number;
  readonly status: number;
}

function lineOf({ line, cells }: TableRow, { from, to, status }: Columns): RedirectLine {
  const text = (column: number) => cells[column]?.trim() ?? "";
  const isGone = text(status) === "410" || /^(gone|410)$/i.test(text(to));
  return { line, from: text(from), to: isGone ? "" : text(to) };
}

function isAddress(cell: string): boolean {
  return /^\s*(\/|https?:\/\/)/i.test(cell);
}

function refusal(message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path: "file", message }] });
}
