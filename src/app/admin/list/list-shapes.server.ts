import { peopleSorts } from "../../../access/accounts/people.ts";
import { messageSorts } from "../../../inbox/messages/list-messages.ts";
import { longestSearch } from "../../../inbox/messages/message-search.ts";
import { subscriberSorts } from "../../../inbox/subscribers/list-subscribers.ts";
import { mailSorts, mailStates } from "../../../mail/outbox/read-mails.ts";
import { paymentSorts } from "../../../orders/ledger/list-payments.ts";

/** Parameters of the lists' URLs, for `readQuery`. The search of orders is read by `orders/`. */
export const listShapes = {
  messages: { search: longestSearch, sort: messageSorts },
  subscribers: { q: 254, state: ["", "waiting"], sort: subscriberSorts },
  mails: { recipient: 254, state: ["", ...mailStates], sort: mailSorts },
  people: { search: 254, state: ["", "confirmed", "unconfirmed"], sort: peopleSorts },
  payments: { q: 200, sort: paymentSorts },
} as const;
