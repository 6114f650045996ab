export const unknownType = "application/octet-stream";

/**
 * Media type of a file by its first bytes, because the sender can choose any name. Text is
 * recognised by its characters; HTML and SVG count as plain text or XML, and no browser shows them,
 * because every download is an attachment.
 */
export async function typeOf(firstBytes: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(firstBytes).catch(() => undefined);
  return found?.mime ?? (isText(firstBytes) ? "text/plain" : unknownType);
}

/** Whether the bytes are UTF-8 without control characters; the last character may be incomplete. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    return false;
  }
}

const office = "application/vnd.openxmlformats-officedocument";

const kinds = new Map<string, string>([
  ["text/plain", "Text"],
  ["application/pdf", "PDF"],
  ["application/zip", "ZIP archive"],
  ["application/xml", "XML"],
  [`${office}.wordprocessingml.document`, "Word document"],
  [`${office}.spreadsheetml.sheet`, "Excel table"],
  [`${office}.presentationml.presentation`, "PowerPoint slides"],
  ["application/vnd.oasis.opendocument.text", "OpenDocument text"],
  ["application/vnd.oasis.opendocument.spreadsheet", "OpenDocument table"],
  ["application/vnd.oasis.opendocument.presentation", "OpenDocument slides"],
]);

const families = new Map<string, string>([
  ["image", "picture"],
  ["video", "video"],
  ["audio", "sound"],
  ["font", "font"],
]);

/** The kind of a file in words, such as "JPEG picture". */
export function kindOf(type: string): string {
  const known = kinds.get(type);
  if (known !== undefined) return known;
  if (type === unknownType) return "File";
  const [family = "", subtype = ""] = type.split("/");
  const name = subtype.replace(/^(x-|vnd\.)/, "").toUpperCase();
  const word = families.get(family);
  return word === undefined ? name : `${name} ${word}`;
}
