/**
 * Shows emails without what gives access: whoever has the token of a link, an emailed code or a
 * reply address can act as the recipient, so nobody sees one in the panel, not even an owner.
 */

const hidden = "…";

/** Hides the secrets that were known when the email was written, and all that looks like one. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return hideTokens(secrets.reduce((shown, secret) => shown.replaceAll(secret, hidden), text));
}

/**
 * Hides tokens in the form in which the site's links and reply addresses contain them, for texts
 * whose secrets are not known, such as an email that quotes an email of the site.
 */
export function hideTokens(text: string): string {
  return text
    .replace(/(token(?:=|%3D))[^\s"'&<>#]+/gi, `$1${hidden}`)
    .replace(/(\/(?:report|calendar)(?:\/|%2F))[\w.~%-]{32,}/gi, `$1${hidden}`)
    .replace(replyAddress, `$1${hidden}$2`)
    .replace(/\+[\w.-]{16,}@/g, `+${hidden}@`);
}

/** Where programs break a long address: at the end of a line, also in a quote, or with a soft mark. */
const broken = String.raw`(?:=?\r?\n[ \t>|]*|\p{Cf})*`;

/** The signed part of a reply address, whose signs may be written as in URLs or in HTML. */
const replyAddress = new RegExp(
  String.raw`(\+|%2B|&#43;)${broken}[ct]${broken}(?:\d${broken}){1,9}(?:-|%2D)${broken}(?:[0-9a-v]${broken}){24,28}(@|%40|&#64;)`,
  "giu",
);

/**
 * Hides all that may be a secret in an email that was queued before Furrow stored the secrets of
 * emails.
 */
export function hideSecretsOfOldEmail(text: string): string {
  return hideTokens(text)
    .replace(/([?&;](?:key|code|secret)=)[^\s"'&<>#]+/gi, `$1${hidden}`)
    .replace(/\b\d{6}\b/g, hidden);
}
