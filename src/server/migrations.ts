import { profileMigrations } from "../access/accounts/profile-tables.server.ts";
import { userMigrations } from "../access/admins/user-tables.server.ts";
import { accountTablesMigrations } from "../access/sessions/authentication-tables.server.ts";
import { contentMigrations } from "../content/records/content-tables.server.ts";
import { firstStepsMigrations } from "../content/records/first-steps-tables.server.ts";
import { inboxMigrations } from "../inbox/inbox-tables.server.ts";
import { mailMigrations } from "../mail/outbox/mail-tables.server.ts";
import { backupMigrations } from "../maintenance/backups/backup-schedule.server.ts";
import { mediaMigrations } from "../media/media-tables.server.ts";
import { orderMigrations } from "../orders/order-tables.server.ts";
import { refundMigrations } from "../orders/refunds/refund-tables.server.ts";
import { moneySumsMigrations } from "../orders/sales/money-sums.server.ts";
import { orderSumsMigrations } from "../orders/sales/order-sums.server.ts";
import { orderSearchMigrations } from "../orders/search/order-search-tables.server.ts";
import { orderEventMigrations } from "../orders/timeline/order-event-tables.server.ts";
import { paymentMigrations } from "../payments/payment-tables.server.ts";
import { auditMigrations } from "../platform/audit/audit-log.ts";
import type { Migrations } from "../platform/database/migrations.ts";
import { siteVersionMigrations } from "../platform/database/site-version-tables.server.ts";
import { idempotencyMigrations } from "../platform/idempotency.ts";
import { rateLimitMigrations } from "../platform/rate-limit.ts";
import { settingsMigrations } from "../settings/settings-tables.server.ts";

/** Every module's migrations; they run in the order of their names. */
export const migrations: Migrations = {
  ...auditMigrations,
  ...idempotencyMigrations,
  ...rateLimitMigrations,
  ...siteVersionMigrations,
  ...contentMigrations,
  ...mediaMigrations,
  ...mailMigrations,
  ...userMigrations,
  ...accountTablesMigrations,
  ...profileMigrations,
  ...inboxMigrations,
  ...firstStepsMigrations,
  ...orderMigrations,
  ...orderEventMigrations,
  ...orderSumsMigrations,
  ...orderSearchMigrations,
  ...paymentMigrations,
  ...refundMigrations,
  ...moneySumsMigrations,
  ...backupMigrations,
  ...settingsMigrations,
};
