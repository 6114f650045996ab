/** Longest quote in characters. */
const longest = 500;

const leftOut = "[left out]";

/**
 * What email programs turn into links: addresses of pages, domains, email addresses and phone
 * numbers. Emails to addresses that nobody has confirmed must not carry them, because anybody can
 * enter somebody else's address.
 */
const links = [
  /(?:[a-z][a-z0-9+.-]*:\/\/|www[.。])\S+/giu,
  /\S+@\S+/gu,
  /[\p{L}\p{N}-]+(?:[.。][\p{L}\p{N}-]+)*[.。][\p{L}-]{2,}(?:[/?#:]\S*)?/gu,
  /\+?\d(?:[\s().-]{0,3}\d){6,}/gu,
];

/** The beginning of a stranger's text, without links, as a quote for the stranger's own mailbox. */
export function quoteSafely(text: string): string {
  // Compatibility forms, such as full-width letters, count as the letters that they look like.
  const plain = links.reduce((rest, link) => rest.replace(link, leftOut), text.normalize("NFKC"));
  const characters = [...plain.trim()];
  return characters.length <= longest
    ? characters.join("")
    : `${characters.slice(0, longest).join("").trimEnd()}…`;
}

/** At most four words of letters. */
const name = /^[\p{L}\p{M}'’-]+\.?(?: [\p{L}\p{M}'’-]+\.?){0,3}$/u;

/** The name of a sender, or "" for a text that is not like a name. */
export function nameOfSender(typed: string): string {
  return typed.length <= 40 && name.test(typed) ? typed : "";
}
