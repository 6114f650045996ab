import { z } from "zod";
import { AppError } from "#platform/errors.ts";
import { parseJson } from "#platform/texts/parse-json.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { lookFileFormat, type ReadLookFile } from "./look-file.ts";

const notOne = "This is no file of a look. Choose one saved with “Save the look as a file”.";

const anyObject = z.record(z.string(), z.unknown());
const head = z.object({ format: z.literal(lookFileFormat), version: z.int().min(1) });
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const fonts = z
  .array(
    z.object({
      address: z.string().max(60),
      fileName: z.string().max(100).refine(isPlainText),
      woff2: z.string().regex(base64),
    }),
  )
  .max(8);

/**
 * Reads the file of a look. Only the thread calls this. Throws "invalid" for a file of another kind;
 * the values are checked against the fields afterwards.
 */
export function readLookFile(bytes: Uint8Array): ReadLookFile {
  const file = objectIn(bytes);
  const { version } = head.safeParse(file).data ?? refuse(notOne);
  const { format: _format, version: _version, look, fonts: written = [], ...others } = file;
  const texts = anyObject.safeParse(look).data ?? refuse("The file has no values of a look.");
  const read = fonts.safeParse(written).data ?? refuse("The fonts of the file cannot be read.");
  return {
    version,
    values: Object.entries(texts).map(([name, value]) => {
      if (typeof value === "string" && isPlainText(value)) return [name, value];
      return refuse(`The file has something else than text for “${shown(name)}”.`);
    }),
    fonts: read.map(({ address, fileName, woff2 }) => ({
      address,
      fileName,
      bytes: new Uint8Array(Buffer.from(woff2, "base64")),
    })),
    unknown: Object.keys(others).map(shown),
  };
}

function objectIn(bytes: Uint8Array): Record<string, unknown> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return anyObject.parse(parseJson(text));
  } catch {
    return refuse(notOne);
  }
}

/** A name of the file in a sentence. */
function shown(name: string): string {
  return name.toWellFormed().replaceAll(/\p{C}/gu, "").slice(0, 40);
}

function refuse(message: string): never {
  throw new AppError("invalid", message);
}
