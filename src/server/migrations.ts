import { customerNoteMigrations } from "../access/accounts/notes/customer-note-tables.server.ts";
import { orderNameMigrations, profileMigrations } from "../access/accounts/profile.ts";
import { userMigrations } from "../access/admins/user-records.ts";
import { apiKeyMigrations } from "../access/api-keys/api-key-tables.server.ts";
import { confirmationMigrations } from "../access/confirmation/session-confirmations.server.ts";
import { knownDeviceMigrations } from "../access/devices/known-devices.server.ts";
import { secondFactorMigrations } from "../access/second-factor/second-factor-tables.server.ts";
import { accountTablesMigrations } from "../access/sessions/authentication-tables.server.ts";
import { crawlMigrations } from "../check/crawl/crawl-tables.server.ts";
import { siteCheckMigrations } from "../check/requests/site-check-tables.server.ts";
import { companyMigrations } from "../companies/company-tables.server.ts";
import { contentMigrations } from "../content/records/content-tables.server.ts";
import { planMigrations } from "../content/records/plan-migrations.ts";
import { privateFileMigrations } from "../files/private-file-tables.server.ts";
import { inboxMigrations } from "../inbox/inbox-tables.server.ts";
import { incomingMailMigrations } from "../mail/incoming/incoming-mail-tables.server.ts";
import { mailMigrations } from "../mail/outbox/mail-tables.server.ts";
import { teamMailMigrations } from "../mail/team/team-tables.server.ts";
import { copyMigrations } from "../maintenance/backup-copies/copy-schedule.ts";
import { backupTaskMigrations } from "../maintenance/backups/backup-tasks.ts";
import { backupMigrations } from "../maintenance/backups/scheduled-backups.ts";
import { mediaMigrations } from "../media/media-tables.server.ts";
import { assignmentMigrations } from "../orders/assignment/assignment-tables.server.ts";
import { calendarMigrations } from "../orders/assignment/calendar/calendar-tables.server.ts";
import { demonstrationOrderMigrations } from "../orders/demonstration/demonstration-tables.server.ts";
import { orderLinkMigrations } from "../orders/links/order-link-tables.server.ts";
import { orderMigrations } from "../orders/order-store.server.ts";
import { refundMigrations } from "../orders/refunds/refund-requests.server.ts";
import { figureMigrations } from "../orders/reports/figures/figure-tables.server.ts";
import { reportMigrations } from "../orders/reports/report-tables.server.ts";
import { briefMigrations } from "../orders/room/brief/brief-tables.server.ts";
import { deliveryMigrations } from "../orders/room/deliveries/delivery-tables.server.ts";
import { orderFileMigrations } from "../orders/room/files/order-file-tables.server.ts";
import { orderMessageMigrations } from "../orders/room/messages/order-message-tables.server.ts";
import { orderNewsMigrations } from "../orders/room/news/order-news-tables.server.ts";
import { orderPasswordMigrations } from "../orders/room/secrets/order-password-tables.server.ts";
import { orderSiteCheckMigrations } from "../orders/room/site-checks/order-site-check-tables.server.ts";
import { customerQuestionMigrations } from "../orders/room/stage/customer-question-tables.server.ts";
import { orderSumsMigrations } from "../orders/sales/order-sums.server.ts";
import { orderSearchMigrations } from "../orders/search/order-search-tables.server.ts";
import { orderEventMigrations } from "../orders/timeline/order-event-tables.server.ts";
import { undoneChangeMigrations } from "../orders/undone-changes-tables.server.ts";
import { paymentMigrations } from "../payments/payment-tables.server.ts";
import type { Migrations } from "../platform/database/migrations.ts";
import { siteVersionMigrations } from "../platform/database/site-version.ts";
import { idempotencyMigrations } from "../platform/idempotency.ts";
import { rateLimitMigrations } from "../platform/rate-limit.ts";
import { scheduleMigrations } from "../platform/schedule/scheduled-jobs.server.ts";
import { auditKeyMigrations, auditMigrations } from "../policy/audit.ts";
import { settingsMigrations } from "../settings/settings-tables.server.ts";

/** Run in the order of their names. */
export const migrations: Migrations = {
  ...auditMigrations,
  ...idempotencyMigrations,
  ...rateLimitMigrations,
  ...scheduleMigrations,
  ...siteVersionMigrations,
  ...contentMigrations,
  ...planMigrations,
  ...mediaMigrations,
  ...mailMigrations,
  ...incomingMailMigrations,
  ...userMigrations,
  ...accountTablesMigrations,
  ...secondFactorMigrations,
  ...confirmationMigrations,
  ...apiKeyMigrations,
  ...knownDeviceMigrations,
  ...auditKeyMigrations,
  ...profileMigrations,
  ...orderNameMigrations,
  ...companyMigrations,
  ...customerNoteMigrations,
  ...inboxMigrations,
  ...siteCheckMigrations,
  ...crawlMigrations,
  ...orderSiteCheckMigrations,
  ...orderMigrations,
  ...assignmentMigrations,
  ...calendarMigrations,
  ...orderLinkMigrations,
  ...orderEventMigrations,
  ...undoneChangeMigrations,
  ...deliveryMigrations,
  ...reportMigrations,
  ...figureMigrations,
  ...orderMessageMigrations,
  ...orderNewsMigrations,
  ...teamMailMigrations,
  ...orderPasswordMigrations,
  ...demonstrationOrderMigrations,
  ...orderFileMigrations,
  ...privateFileMigrations,
  ...briefMigrations,
  ...customerQuestionMigrations,
  ...orderSumsMigrations,
  ...orderSearchMigrations,
  ...paymentMigrations,
  ...refundMigrations,
  ...backupMigrations,
  ...backupTaskMigrations,
  ...copyMigrations,
  ...settingsMigrations,
};
