import type { CompanyRight } from "./company.ts";
import type { Right, RoomRight } from "./rights.ts";

/**
 * The rights that lead to a credential or show one, each with the operations that need it. Whoever
 * uses such a right must have signed in or confirmed within the last ten minutes, and no API key
 * has one: otherwise an unattended browser or a leaked key could become another owner. The
 * functions of `rights.ts` that require a right check this, so that no operation can forget it.
 */
const sensitiveRights = {
  "change where payments go": "the PayPal address, also as a draft and by an import",
  "change settings":
    "the mail server, the sender, the owner’s address, backups and how long passwords are kept, and trying out a mail server",
  "update users": "roles, invitations, and the second factors of others",
  "delete accounts": "the accounts of others",
  "download personal data": "all data about another person as a file",
  "download the list of customers": "all customers as a file",
  "download backups": "the whole site as a file, with the secret that signs sessions",
  "merge companies": "who sees the orders of a company",
  "import content": "replacing the site’s content, with pictures and addresses",
  "create API keys": "keys of the person’s own account",
  "change own email": "the email address of the person’s own account",
  "show order passwords": "passwords that customers have given for an order",
  "use calendar addresses": "seeing and renewing an address that works without a login",
  people: "who belongs to a customer’s company, and what they may do there",
} as const satisfies Partial<Record<Right | RoomRight | CompanyRight, string>>;

export type SensitiveRight = keyof typeof sensitiveRights;

export function isSensitive(right: Right | RoomRight | CompanyRight): boolean {
  return Object.hasOwn(sensitiveRights, right);
}
