import { AppError } from "../../../platform/errors.ts";

/** Rows of a CSV file (RFC 4180) with commas, semicolons or tabs, in UTF-8 or UTF-16. */
export function readCsv(bytes: Uint8Array): readonly (readonly string[])[] {
  const text = textOf(bytes);
  const mark = separatorOf(text);
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], "", false];
  const endRow = () => {
    row.push(cell);
    cell = "";
    if (row.some((one) => one !== "")) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === "") isQuoted = true;
    else if (letter === mark) {
      row.push(cell);
      cell = "";
    } else if (letter === "\n") endRow();
    else if (letter !== "\r") cell += letter;
  }
  endRow();
  return rows;
}

function textOf(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("invalid", "The file is not written in UTF-8. Export it again.");
  }
}

/** The most frequent separator in the first line outside of quotes. */
function separatorOf(text: string): string {
  const [line = ""] = text.split("\n", 1);
  const bare = line.replace(/"[^"]*"/g, "");
  const counts = [",", ";", "\t"].map((mark) => [bare.split(mark).length, mark] as const);
  return counts.toSorted(([one], [other]) => other - one)[0]?.[1] ?? ",";
}
