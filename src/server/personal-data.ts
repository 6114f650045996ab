import { personalEmailChange } from "../access/accounts/email-changes.server.ts";
import { personalNotes } from "../access/accounts/notes/personal-notes.server.ts";
import { personalApiKeys } from "../access/api-keys/personal-api-keys.server.ts";
import { personalCompany } from "../access/companies/personal-company.server.ts";
import { personalDevices } from "../access/devices/known-devices.server.ts";
import { personalSecondFactor } from "../access/second-factor/personal-second-factor.server.ts";
import { personalCalendar } from "../calendar/personal-calendar.server.ts";
import { personalChecks } from "../check/requests/personal-checks.server.ts";
import { personalOrderFiles } from "../conversation/files/personal-order-files.server.ts";
import { personalIncomingMails } from "../conversation/mail/personal-incoming-mails.server.ts";
import { personalOrderMessages } from "../conversation/messages/personal-order-messages.server.ts";
import { personalOrderNews } from "../conversation/news/personal-order-news.server.ts";
import { personalOrderPasswords } from "../conversation/passwords/personal-order-passwords.server.ts";
import { personalMessages, personalSubscription } from "../inbox/personal-inbox.server.ts";
import { personalInvoices } from "../invoices/personal-invoices.server.ts";
import { personalOrderTax } from "../invoices/tax/personal-order-tax.server.ts";
import { personalMails } from "../mail/outbox/personal-mails.server.ts";
import { personalNotifications } from "../mail/team/personal-notifications.server.ts";
import { personalTransfers } from "../money/bank-transfer/personal-transfers.server.ts";
import { personalMoneyBack } from "../money/money-back/personal-money-back.server.ts";
import { personalOffers } from "../offers/personal-offers.server.ts";
import { personalLinks } from "../orders/links/personal-links.server.ts";
import { personalOrders } from "../orders/personal-orders.server.ts";
import type { PersonalData } from "../policy/personal-data.ts";
import { personalReports } from "../reports/personal-reports.server.ts";
import { personalSubscriptions } from "../subscriptions/personal-subscriptions.server.ts";
import { personalBilling } from "../tax/personal-billing.server.ts";
import { personalBriefs } from "../work/brief/personal-briefs.server.ts";
import { personalSiteChecks } from "../work/site-checks/personal-site-checks.server.ts";
import { personalTestimonials } from "../work/testimonials/personal-testimonials.server.ts";

/** Everything that the program stores about a person, for its export and its deletion. */
export const personalData: readonly PersonalData[] = [
  personalSubscriptions,
  personalOrders,
  personalTransfers,
  personalMoneyBack,
  personalTestimonials,
  personalOrderMessages,
  personalOrderPasswords,
  personalOrderFiles,
  personalBriefs,
  personalSiteChecks,
  personalReports,
  personalOrderNews,
  personalNotifications,
  personalCalendar,
  personalLinks,
  personalOffers,
  personalBilling,
  personalInvoices,
  personalOrderTax,
  personalCompany,
  personalNotes,
  personalEmailChange,
  personalSecondFactor,
  personalApiKeys,
  personalDevices,
  personalMessages,
  personalSubscription,
  personalMails,
  personalIncomingMails,
  personalChecks,
];
