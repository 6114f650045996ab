import { personalNotes } from "../access/accounts/notes/personal-notes.server.ts";
import { personalApiKeys } from "../access/api-keys/personal-api-keys.server.ts";
import { personalCompany } from "../access/companies/personal-company.server.ts";
import { personalDevices } from "../access/devices/known-devices.server.ts";
import { personalSecondFactor } from "../access/second-factor/personal-second-factor.server.ts";
import { personalChecks } from "../check/requests/personal-checks.server.ts";
import { personalMessages, personalSubscription } from "../inbox/personal-inbox.server.ts";
import { personalMails } from "../mail/outbox/personal-mails.server.ts";
import { personalNotifications } from "../mail/team/personal-notifications.server.ts";
import { personalCalendar } from "../orders/assignment/calendar/personal-calendar.server.ts";
import { personalLinks } from "../orders/links/personal-links.server.ts";
import { personalOrders } from "../orders/personal-orders.server.ts";
import { personalReports } from "../orders/reports/personal-reports.server.ts";
import { personalBriefs } from "../orders/room/brief/personal-briefs.server.ts";
import { personalOrderFiles } from "../orders/room/files/personal-order-files.server.ts";
import { personalIncomingMails } from "../orders/room/mail/personal-incoming-mails.server.ts";
import { personalOrderMessages } from "../orders/room/messages/personal-order-messages.server.ts";
import { personalOrderNews } from "../orders/room/news/personal-order-news.server.ts";
import { personalOrderPasswords } from "../orders/room/secrets/personal-order-passwords.server.ts";
import { personalSiteChecks } from "../orders/room/site-checks/personal-site-checks.server.ts";
import type { PersonalData } from "../policy/personal-data.ts";

/** Everything that the program stores about a person, for its export and its deletion. */
export const personalData: readonly PersonalData[] = [
  personalOrders,
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
  personalCompany,
  personalNotes,
  personalSecondFactor,
  personalApiKeys,
  personalDevices,
  personalMessages,
  personalSubscription,
  personalMails,
  personalIncomingMails,
  personalChecks,
];
