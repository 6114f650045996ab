import { type Right, type RoomRight, rightsOf } from "#policy/rights.ts";
import type { StaffRole } from "#policy/roles.ts";

/** Description of each right for the list of roles; null for a right that the list leaves out. */
const texts: Readonly<Record<Right, string | null>> = {
  "open the admin panel": null,
  "see the dashboard": "See Today, with sales and open tasks",
  "edit content": "Write drafts of texts, and add pictures",
  "publish content": "Publish texts, change the order of lists, and replace pictures",
  "change where payments go": "Change the PayPal address",
  "read private content": null,
  "see every order": "See all orders with prices and payments, and export them",
  "update orders": "Set the status of orders",
  "assign orders": "Assign orders to people, and decide who gets new ones",
  "see offers": "See offers to customers",
  "make offers": "Make, change, send and withdraw offers",
  "see assignment rules": null,
  "see coupons": "See coupons and the orders that have them",
  "see the books": "See statements of providers, months and the accountant’s file",
  "keep the books": "Upload and explain statements, and close months",
  "give discounts": "Make coupons, and charge less than the price of a plan",
  "see invoices": "See invoices and credit notes, and export them",
  "issue invoices": "Issue invoices by hand, and replace them",
  "import content": "Import content",
  "change demonstration orders": "Add and remove demonstration orders",
  "refund payments": "Refund payments",
  "decline refunds": "Decline refunds that customers ask for",
  "record payments": "Record payments by hand",
  "decide about payments": "Decide about payments that need review",
  "see messages": "Read messages from the contact form",
  "update messages": "Answer and delete messages",
  "see subscribers": "See the subscribers of the newsletter",
  "update subscribers": "Remove subscribers",
  "see the trash": null,
  "see mails": "See sent and received emails",
  "send mails": "Send emails again",
  "see site checks": "See the checks of websites and their findings",
  "check websites": "Check websites, and send the results",
  "see customers": "See customers with their addresses",
  "update customers": "Write notes about customers",
  "merge companies": "Merge companies of customers, and move orders between them",
  "delete accounts": "Delete accounts",
  "download personal data": "Download the data of customers",
  "download the list of customers": "Download the list of customers",
  "see every user": "See the team",
  "update users": "Add people and change roles",
  "read the audit log": "Read the audit log",
  "see backups": "See backups",
  "make backups": "Make backups, and test whether they can be restored",
  "download backups": "Download backups of the whole site",
  "see the status": "See the status of the server",
  "see settings": null,
  "change settings": "Change settings",
  "choose own notifications": null,
  "create API keys": null,
  "change own email": null,
  "place orders": null,
  "ask for refunds": null,
  "give testimonials": null,
  "answer deliveries": null,
  "answer briefs": null,
};

const roomTexts: Readonly<Record<RoomRight, string>> = {
  "see order rooms": "see briefs, messages and files",
  "write order messages": "write messages",
  "write order notes": "write notes",
  "handle briefs": "begin the work",
  "write month reports": "write and send monthly reports",
  "deliver orders": "deliver",
  "show order passwords": "show passwords",
  "use calendar addresses": "see due days in a calendar program",
};

export function rightTextsOf(role: StaffRole): readonly string[] {
  const { general, inEveryRoom, inAssignedRooms } = rightsOf(role);
  const about = (whose: string, rights: readonly RoomRight[]) =>
    rights.length === 0 ? [] : [`${whose}: ${rights.map((right) => roomTexts[right]).join(", ")}`];
  return [
    ...about("All orders", inEveryRoom),
    ...about("Orders assigned to them", inAssignedRooms),
    ...general.flatMap((right) => texts[right] ?? []),
  ];
}
