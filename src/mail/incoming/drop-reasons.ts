/** Why an incoming email did not become a message, as sentences for the owner. */
export const dropReasons = {
  automatic: "An automatic reply, such as an out-of-office notice.",
  bulk: "Sent to many recipients, such as a newsletter or a mailing list.",
  report: "A report of a mail server, such as a notice that an email could not be delivered.",
  own: "Sent from the site’s own address.",
  // Earlier versions dropped such emails; now they wait with the reason "unclear-sender".
  "no-sender": "The email does not name one sender.",
  unreadable: "The email is damaged, so it could not be read.",
  "too-large": "The email is larger than 40 MB.",
  "unknown-address":
    "The email is not a reply about an order: its address names no order of this site.",
  closed: "No more messages can be written about this order.",
  empty: "Nothing was written besides the quoted email.",
  "too-many": "More than 20 emails arrived for this order within an hour.",
} as const;

export type DropReason = keyof typeof dropReasons;
