import { parseJson } from "#platform/texts/parse-json.ts";
import { type ArchiveLine, archiveFault, archiveLine } from "./content-archive.ts";

/** UTF-16 code units; several times the texts of any record. */
const longestRecord = 2_000_000;
/**
 * Longer lines are attachments as an export writes them: JSON with millions of values would use up
 * the memory of the thread.
 */
const longLine = /^\{"kind":"attachment","path":"[^"\\]{1,500}","base64":"[A-Za-z0-9+/=]*"\}$/;

/** Throws "invalid" with the line number if the line is malformed. */
export function parseArchiveLine(text: string, lineNumber: number): ArchiveLine {
  if (text.length > longestRecord && !longLine.test(text)) {
    throw archiveFault(lineNumber, "it is longer than any record. Export the content again.");
  }
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    throw archiveFault(
      lineNumber,
      "it is not JSON. Choose a file saved with “Export the content”.",
    );
  }
  const parsed = archiveLine.safeParse(json);
  if (parsed.success) return parsed.data;
  throw archiveFault(lineNumber, "this version of Furrow does not know its format.");
}
