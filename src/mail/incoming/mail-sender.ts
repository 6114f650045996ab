import type { HeaderField } from "./mail-headers.ts";

/** Longer From headers name no person. */
const longestFrom = 1000;

const comment = String.raw`\([^()<>@\\]*\)`;
const quotedName = String.raw`"(?:[^"\\]|\\.)*"`;
/**
 * The characters of a name without quotation marks, and the spaces between names. Names of companies
 * have colons and commas. Programs that take these for a group or a list find the same address,
 * because no other one can stand before the bracket.
 */
const nameCharacter = String.raw`[^()<>\[\];@\\"]`;
const address = String.raw`[\w!#$%&'*+/=?^\x60{|}~.-]{1,64}@[A-Za-z\d.-]{1,255}`;
const oneMailbox = new RegExp(
  `^(?:(?:${nameCharacter}|${quotedName}|${comment})*<(${address})>|(${address}))(?: |${comment})*$`,
);

/**
 * The address of a From or Sender header with exactly one address that all programs read alike;
 * undefined otherwise. Accepts less than RFC 5322: no groups, no routes, no second address in a
 * comment, no letters outside ASCII in the address.
 */
function onlyAddressIn(value: string): string | undefined {
  if (value.length > longestFrom) return undefined;
  const [, inBrackets, alone] = oneMailbox.exec(value) ?? [];
  return inBrackets ?? alone;
}

/**
 * The address of the person who wrote an email; "" unless the email has a single From header with a
 * single address and no Sender header with another.
 */
export function senderIn(fields: readonly HeaderField[]): string {
  const valuesOf = (wanted: string) =>
    fields.filter(({ name }) => name === wanted).map(({ value }) => value);
  const [from, ...otherFrom] = valuesOf("from");
  const sender = from === undefined || otherFrom.length > 0 ? undefined : onlyAddressIn(from);
  if (sender === undefined || sender.length > 254) return "";
  // A Sender header names the mailbox that sent the email on behalf of the person in From.
  const senders = valuesOf("sender").map((value) => onlyAddressIn(value)?.toLowerCase());
  return senders.every((each) => each === sender.toLowerCase()) ? sender : "";
}

/** The From headers as they are, to show to the team. */
export function fromLineOf(fields: readonly HeaderField[]): string {
  return fields
    .filter(({ name }) => name === "from")
    .map(({ value }) => value)
    .join(" | ");
}
