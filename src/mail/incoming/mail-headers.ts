export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  /** On one line, without spaces at the ends. */
  readonly value: string;
}

export interface MailHeaders {
  /** From the top of the email. A server that receives an email adds its fields at the top. */
  readonly fields: readonly HeaderField[];
  /**
   * False when programs could read different fields from the same bytes, such as another sender
   * from a line that other programs skip, or the second of two recipients.
   */
  readonly isWellFormed: boolean;
}

/**
 * The fields that RFC 5322 and MIME allow once. A signature (DKIM) covers the lowest of several
 * fields, so somebody who sends a signed email on can put another field above it, which other
 * programs read.
 */
const fieldsOnce = [
  "from",
  "sender",
  "reply-to",
  "to",
  "cc",
  "subject",
  "date",
  "message-id",
  "in-reply-to",
  "references",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
];

/**
 * Reads the header fields of an email from its bytes. The parser of the bodies is too lenient to
 * decide about a sender: it repairs addresses, and skips a first line that begins with "From ".
 */
export function readHeaders(raw: Uint8Array): MailHeaders {
  const block = Buffer.from(raw.buffer, raw.byteOffset, endOfHeaders(raw)).toString("utf8");
  const lines = block.replace(/\r?\n$/, "").split(/\r?\n/);
  // Some programs store an email with a line of the mbox format above it.
  if (/^From [^\s:]/.test(lines[0] ?? "")) lines.shift();
  const fields: { name: string; parts: string[] }[] = [];
  // A carriage return without a line feed ends the line for some programs.
  let isWellFormed = !/[\0\r]/.test(lines.join("\n"));
  for (const line of lines) {
    const [, name, value = ""] = /^([!-9;-~]+)[ \t]*:(.*)$/s.exec(line) ?? [];
    if (name !== undefined) fields.push({ name: name.toLowerCase(), parts: [value] });
    else if (/^[ \t]+\S/.test(line) && fields.length > 0) fields.at(-1)?.parts.push(line);
    // Also a line of spaces alone, at which the headers end for some programs.
    else isWellFormed = false;
  }
  const names = fields.map(({ name }) => name);
  const isEachOnce = fieldsOnce.every((name) => names.indexOf(name) === names.lastIndexOf(name));
  return {
    fields: fields.map(({ name, parts }) => ({
      name,
      value: parts.join("").replace(/\s+/g, " ").trim(),
    })),
    isWellFormed: isWellFormed && isEachOnce,
  };
}

/** The offset of the first empty line, which ends the headers. */
function endOfHeaders(raw: Uint8Array): number {
  for (let feed = raw.indexOf(10); feed !== -1; feed = raw.indexOf(10, feed + 1)) {
    const next = raw[feed + 1] === 13 ? feed + 2 : feed + 1;
    if (raw[next] === 10) return feed + 1;
  }
  return raw.length;
}
