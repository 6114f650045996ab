/**
 * Says that somebody gets an email, or, on a site without a mail server, that the email waits.
 * Every text of the panel about an email that a change causes uses this function. A clause without
 * a full stop: "the customer gets an email". `count` is the number of emails.
 */
export function emailClause(recipient: string, sendsEmails: boolean, count = 1): string {
  const isOne = count === 1;
  if (sendsEmails) return `${recipient} ${isOne ? "gets" : "get"} an email`;
  return isOne
    ? `the email to ${recipient} waits until a mail server is set up`
    : `the emails to ${recipient} wait until a mail server is set up`;
}

/** `emailClause` as a sentence. An email address at its beginning keeps its first letter. */
export function emailSentence(recipient: string, sendsEmails: boolean, count = 1): string {
  const clause = emailClause(recipient, sendsEmails, count);
  const beginsWithAddress = sendsEmails && recipient.includes("@");
  return `${beginsWithAddress ? clause : `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`}.`;
}
