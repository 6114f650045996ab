import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "../platform/errors.ts";

const longestText = 256 * 1024;
/** Of all texts of a form together. */
const longestTexts = 1_000_000;
/** Even a brief with 40 questions and many ticked choices has fewer fields. */
const mostFields = 1000;
const mostParts = 1100;

/** A chunk of 64 kB can have a thousand parts. */
const pieceBytes = 4096;
const longestTurnMs = 5;

/**
 * Small pieces of the chunks, with other requests between them when the pieces take long to parse.
 * After `isOver`, reads the chunks and drops them.
 */
async function* inPieces(
  chunks: AsyncIterable<Uint8Array>,
  isOver: () => boolean,
): AsyncGenerator<Uint8Array> {
  let since = performance.now();
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length && !isOver(); from += pieceBytes) {
      yield chunk.subarray(from, from + pieceBytes);
      if (performance.now() - since < longestTurnMs) continue;
      await nextTurn();
      since = performance.now();
    }
  }
}

interface FormReader {
  readonly takeText: (name: string, value: string) => void;
  readonly takeFile: (field: string, file: Readable, name: string, type: string) => void;
}

/**
 * Parses a multipart form while it arrives. At the first limit of fields, parts and texts, stops
 * parsing, reads the rest and throws "too-large", because a browser shows no answer before it has
 * sent everything. Throws another error for a form that cannot be read or that breaks off.
 */
export async function parseForm(
  { headers, body }: Request,
  { takeText, takeFile }: FormReader,
): Promise<void> {
  const { default: Busboy } = await import("@fastify/busboy");
  const form = new Busboy({
    headers: { "content-type": headers.get("content-type") ?? "" },
    limits: { fieldSize: longestText, fields: mostFields, parts: mostParts, headerPairs: 100 },
  });
  let length = 0;
  let excess: AppError | undefined;
  const tooMany = () => {
    excess ??= new AppError("too-large", "The form has too many fields.");
  };
  form.on("fieldsLimit", tooMany);
  form.on("partsLimit", tooMany);
  form.on("field", (name, value, _isNameCut, isValueCut) => {
    length += value.length;
    if (isValueCut || length > longestTexts) {
      excess ??= new AppError("too-large", "A text of the form is too long.");
    } else if (excess === undefined) takeText(name, value);
  });
  form.on("file", (field, file, name = "", _encoding, type) => takeFile(field, file, name, type));
  const parsing = pipeline(
    Readable.fromWeb(body as never),
    (chunks: AsyncIterable<Uint8Array>) => inPieces(chunks, () => excess !== undefined),
    form,
  );
  await parsing.catch((error) => {
    throw excess ?? error;
  });
  if (excess !== undefined) throw excess;
}
