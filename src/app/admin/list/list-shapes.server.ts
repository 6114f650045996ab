import { peopleSorts } from "#access/accounts/people.ts";
import { messageSorts } from "#inbox/messages/list-messages.ts";
import { longestSearch } from "#inbox/messages/message-search.ts";
import { subscriberSorts } from "#inbox/subscribers/list-subscribers.ts";
import { mailSorts, mailStates } from "#mail/outbox/read-mails.ts";
import { paymentSorts } from "#orders/ledger/list-payments.ts";

/**
 * URL parameters of each list, for `readQuery`. The list of orders is missing, because
 * `orders/search/` reads its parameters.
 */
export const listShapes = {
  messages: { search: longestSearch, sort: messageSorts },
  subscribers: { q: 254, state: ["", "waiting"], sort: subscriberSorts },
  mails: { recipient: 254, state: ["", ...mailStates], sort: mailSorts },
  people: { search: 254, state: ["", "confirmed", "unconfirmed"], sort: peopleSorts },
  payments: { q: 200, sort: paymentSorts },
} as const;
