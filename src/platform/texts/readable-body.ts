import { AppError } from "../errors.ts";
import { percentDecoded } from "./percent-decoded.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Throws "wrong-type" for a compressed body or a character set other than UTF-8, because the bytes
 * would be decoded to a different text.
 */
export function requirePlainBody(headers: Headers): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity") {
    throw new AppError(
      "wrong-type",
      `The content encoding "${encoding}" is not supported. Send the body uncompressed.`,
    );
  }
  const [, charset = "utf-8"] =
    /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers.get("content-type") ?? "") ?? [];
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw new AppError(
    "wrong-type",
    `The character set "${charset}" is not supported. Send the body in UTF-8.`,
  );
}

/** Maximum size in bytes of a body that is not an upload. */
export const usualBodyBytes = 256 * 1024;

/**
 * Throws "too-large" for a body over the limit, on paths that take larger bodies of another type. A body without a declared length has at most the usual size (`http/http-app.ts`).
 */
export function requireSize(headers: Headers, mostBytes = usualBodyBytes): void {
  if (Number(headers.get("content-length") ?? 0) <= mostBytes) return;
  throw new AppError("too-large", "The request is too large.");
}

/** Decodes UTF-8. Throws "invalid" for other bytes. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw notUtf8(cause);
  }
}

/** Fields of a URL-encoded form. Throws "invalid" for a value that is not UTF-8. */
export function fieldsOf(bytes: ArrayBuffer): URLSearchParams {
  const body = textOf(bytes);
  const escaped = body.match(/(?:%[\da-f]{2})+/gi) ?? [];
  if (escaped.some((part) => percentDecoded(part) === null)) throw notUtf8();
  return new URLSearchParams(body);
}

function notUtf8(cause?: unknown): AppError {
  return new AppError("invalid", "The body is not valid UTF-8.", { cause });
}
