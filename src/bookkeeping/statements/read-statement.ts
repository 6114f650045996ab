import { createHash } from "node:crypto";
import { utf8OfTable } from "#platform/tables/decode-table.ts";
import { delimiterOf, forEachRow, type TableLimits } from "#platform/tables/read-table.ts";
import {
  type FileReading,
  type GivenStatement,
  mostStatementRows,
  tooManyRows,
  unknownFile,
  withoutRows,
} from "./file-reading.ts";
import { paypalReader } from "./paypal-rows.ts";
import { columnsIn, type FoundColumns } from "./statement-columns.ts";
import { type ReadStatement, rowPacker } from "./statement-row.ts";
import { stripeReader } from "./stripe-rows.ts";

const limits: TableLimits = {
  // A title or two above the headings.
  rows: mostStatementRows + 10,
  columns: 200,
  cells: 40_000_000,
  rowBytes: 100_000,
};

/** Headings are among the first rows; some exports begin with a title. */
const mostTitles = 10;
/** Day order and decimal sign are found in this many rows. */
const sampledRows = 5_000;

/** Reads PayPal's activity or a report about a Stripe balance. Throws "invalid" with a sentence. */
export function readStatement({ bytes, timeZone, days }: GivenStatement): ReadStatement {
  const content = utf8OfTable(bytes);
  const delimiter = delimiterOf(content, limits);
  const sample: (readonly string[])[] = [];
  let found: FoundColumns | undefined;
  let titles = 0;
  let headingLine = 0;
  forEachRow(content, { limits, delimiter, mostRows: sampledRows }, ({ line, cells }) => {
    if (found !== undefined) sample.push(cells);
    else if (titles < mostTitles) {
      titles += 1;
      found = columnsIn(cells);
      headingLine = line;
    }
  });
  if (found === undefined) throw unknownFile();
  const reading = { timeZone, sample, days };
  const { format, reader } = readerOf(found, reading);
  const packer = rowPacker();
  const keys = new Set<string>();
  let count = 0;
  forEachRow(content, { limits, delimiter }, ({ line, cells }) => {
    if (line <= headingLine) return;
    count += 1;
    if (count > mostStatementRows) throw tooManyRows();
    const { id, ...row } = reader.read(cells);
    const wanted =
      id === "" ? textKey(cells) : row.kind === "neutral" ? `${id} without effect` : id;
    let key = wanted;
    for (let nth = 2; keys.has(key); nth += 1) key = `${wanted} again ${nth}`;
    keys.add(key);
    packer.add({ line, key, isDoubled: key !== wanted && row.kind !== "neutral", ...row });
  });
  if (count === 0) throw withoutRows();
  return { format, account: reader.account(), ...packer.packed() };
}

function readerOf(columns: FoundColumns, reading: FileReading) {
  const { format } = columns;
  return format === "paypal"
    ? { format, reader: paypalReader(columns.at, reading) }
    : { format, reader: stripeReader(columns.at, reading) };
}

/** Key of a row that names no transaction. */
function textKey(cells: readonly string[]): string {
  return `row ${createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 24)}`;
}
