import { customerAccess, teamAccess } from "./access/access-part.server.ts";
import { teamAccount } from "./account/account-part.server.ts";
import { teamAssignment } from "./assignment/assignment-part.server.ts";
import { customerBrief, teamBrief } from "./brief/brief-part.server.ts";
import { customerClock, teamClock } from "./clock/clock-part.server.ts";
import { customerDeliveries, teamDeliveries } from "./deliveries/deliveries-part.server.ts";
import { teamEmails } from "./emails/emails-part.server.ts";
import { customerFiles, teamFiles } from "./files/files-part.server.ts";
import { customerInvoices, teamInvoices } from "./invoices/invoices-part.server.ts";
import { customerMessages, teamMessages } from "./messages/messages-part.server.ts";
import { customerPayment, teamMoney, teamReviews } from "./money/money-part.server.ts";
import { customerMoneyBack, teamMoneyBack } from "./money-back/money-back-part.server.ts";
import { customerMonths } from "./months/months-part.server.ts";
import { nextMonth } from "./next-month/next-month-part.server.ts";
import { customerNextStep } from "./next-step/next-step-part.server.ts";
import { assigneeOrder, customerOrder, teamOrder } from "./order-part.server.ts";
import { customerPasswords, teamPasswords } from "./passwords/passwords-part.server.ts";
import { customerTeam } from "./people/people-part.server.ts";
import type { CustomerForm, TeamForm } from "./room-form.server.ts";
import { intentsOf, type RoomOf } from "./room-part.ts";
import { customerSearches } from "./searches/searches-part.server.ts";
import { customerTestimonial, teamTestimonial } from "./testimonial/testimonial-part.server.ts";
import { customerTimeline, teamTimeline } from "./timeline/timeline-part.server.ts";
import { customerWebsite, teamWebsite } from "./website/website-part.server.ts";

/** For the assignee of an order, who sees no price, no payment and no address. */
export const assigneeParts = {
  order: assigneeOrder,
  clock: teamClock,
  deliveries: teamDeliveries,
  website: teamWebsite,
  brief: teamBrief,
  messages: teamMessages,
  files: teamFiles,
  passwords: teamPasswords,
};

/** For people of the team who may update orders. */
export const teamParts = {
  ...assigneeParts,
  order: teamOrder,
  account: teamAccount,
  nextMonth,
  assignment: teamAssignment,
  money: teamMoney,
  reviews: teamReviews,
  invoices: teamInvoices,
  moneyBack: teamMoneyBack,
  testimonial: teamTestimonial,
  emails: teamEmails,
  access: teamAccess,
  timeline: teamTimeline,
};

/** For people of the customer's company who may see only its payments. */
export const payerParts = {
  order: customerOrder,
  nextStep: customerNextStep,
  payment: customerPayment,
  invoices: customerInvoices,
  moneyBack: customerMoneyBack,
  nextMonth,
  testimonial: customerTestimonial,
  timeline: customerTimeline,
  access: customerAccess,
};

/** For everybody else who may open the customer's page of the order. */
export const customerParts = {
  ...payerParts,
  clock: customerClock,
  deliveries: customerDeliveries,
  website: customerWebsite,
  searches: customerSearches,
  months: customerMonths,
  brief: customerBrief,
  messages: customerMessages,
  files: customerFiles,
  passwords: customerPasswords,
  team: customerTeam,
};

export const assigneeIntents = intentsOf<TeamForm>(assigneeParts);
export const teamIntents = intentsOf<TeamForm>(teamParts);
/** Payers send the forms of the room, too: each form checks the rights of its sender. */
export const customerIntents = intentsOf<CustomerForm>(customerParts);

type Room<Every, Further> = Every & Partial<Omit<Further, keyof Every>>;

export type TeamRoom = RoomOf<typeof teamParts>;
/** The room in the panel; the assignee's page has not all parts. */
export type PanelRoom = Room<RoomOf<typeof assigneeParts>, TeamRoom>;
/** The room on the customer's page; for payers it has not all parts. */
export type CustomerRoom = Room<RoomOf<typeof payerParts>, RoomOf<typeof customerParts>>;
