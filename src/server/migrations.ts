import { migration as step0005 } from "../migrations/0005-audit-log.ts";
import { migration as step0006 } from "../migrations/0006-audit-search.ts";
import { migration as step0010 } from "../migrations/0010-idempotency-keys.ts";
import { migration as step0012 } from "../migrations/0012-scheduled-jobs.ts";
import { migration as step0015 } from "../migrations/0015-rate-limits.ts";
import { migration as step0016 } from "../migrations/0016-site-version.ts";
import { migration as step0050 } from "../migrations/0050-content.ts";
import { migration as step0052 } from "../migrations/0052-content-drafts.ts";
import { migration as step0053 } from "../migrations/0053-content-on-site.ts";
import { migration as step0054 } from "../migrations/0054-content-trash.ts";
import { migration as step0055 } from "../migrations/0055-media.ts";
import { migration as step0056 } from "../migrations/0056-content-draft-positions.ts";
import { migration as step0057 } from "../migrations/0057-media-staged.ts";
import { migration as step0058 } from "../migrations/0058-pictures-on-site.ts";
import { migration as step0060 } from "../migrations/0060-mail-outbox.ts";
import { migration as step0061 } from "../migrations/0061-mail-references.ts";
import { migration as step0062 } from "../migrations/0062-mail-in-the-panel.ts";
import { migration as step0063 } from "../migrations/0063-letters-without-their-layout.ts";
import { migration as step0070 } from "../migrations/0070-user-records.ts";
import { migration as step0073 } from "../migrations/0073-account-tables.ts";
import { migration as step0074 } from "../migrations/0074-account-profiles.ts";
import { migration as step0075 } from "../migrations/0075-invitations.ts";
import { migration as step0076 } from "../migrations/0076-saved-tabs.ts";
import { migration as step0080 } from "../migrations/0080-inbox.ts";
import { migration as step0081 } from "../migrations/0081-message-handling.ts";
import { migration as step0082 } from "../migrations/0082-subscription-state.ts";
import { migration as step0083 } from "../migrations/0083-subscribers-listed.ts";
import { migration as step0084 } from "../migrations/0084-messages-without-their-rows.ts";
import { migration as step0085 } from "../migrations/0085-subscribers-by-address.ts";
import { migration as step0089 } from "../migrations/0089-messages-of-sender.ts";
import { migration as step0090 } from "../migrations/0090-first-steps.ts";
import { migration as step0100 } from "../migrations/0100-payment-attempts.ts";
import { migration as step0101 } from "../migrations/0101-payment-notifications.ts";
import { migration as step0102 } from "../migrations/0102-provider-answers.ts";
import { migration as step0103 } from "../migrations/0103-sandbox-orders.ts";
import { migration as step0104 } from "../migrations/0104-reviews.ts";
import { migration as step0110 } from "../migrations/0110-orders.ts";
import { migration as step0111 } from "../migrations/0111-payment-ledger.ts";
import { migration as step0113 } from "../migrations/0113-order-events.ts";
import { migration as step0114 } from "../migrations/0114-payment-notifications-of-order.ts";
import { migration as step0115 } from "../migrations/0115-order-sums.ts";
import { migration as step0118 } from "../migrations/0118-order-search.ts";
import { migration as step0119 } from "../migrations/0119-payments-in-order.ts";
import { migration as step0120 } from "../migrations/0120-refund-requests.ts";
import { migration as step0121 } from "../migrations/0121-payments-outside.ts";
import { migration as step0122 } from "../migrations/0122-money-sums.ts";
import { migration as step0125 } from "../migrations/0125-payments-by-transaction.ts";
import { migration as step0129 } from "../migrations/0129-ledger-without-replacement.ts";
import { migration as step0140 } from "../migrations/0140-backup-schedule.ts";
import { migration as step0145 } from "../migrations/0145-picture-impressions.ts";
import { migration as step0146 } from "../migrations/0146-payment-notifications-in-turn.ts";
import { migration as step0147 } from "../migrations/0147-former-files.ts";
import { migration as step0150 } from "../migrations/0150-returned-customers.ts";
import { migration as step0156 } from "../migrations/0156-customer-notes.ts";
import { migration as step0170 } from "../migrations/0170-settings.ts";
import { migration as step0171 } from "../migrations/0171-removed-customer-notes.ts";
import { migration as step0180 } from "../migrations/0180-order-messages.ts";
import { migration as step0181 } from "../migrations/0181-order-deliveries.ts";
import { migration as step0182 } from "../migrations/0182-order-briefs.ts";
import { migration as step0183 } from "../migrations/0183-private-files.ts";
import { migration as step0184 } from "../migrations/0184-incoming-mail.ts";
import { migration as step0185 } from "../migrations/0185-customer-questions.ts";
import { migration as step0186 } from "../migrations/0186-working-days.ts";
import { migration as step0187 } from "../migrations/0187-order-secrets.ts";
import { migration as step0190 } from "../migrations/0190-private-files-in-a-bucket.ts";
import { migration as step0191 } from "../migrations/0191-reopening-by-the-customer.ts";
import { migration as step0193 } from "../migrations/0193-demonstration-orders.ts";
import { migration as step0196 } from "../migrations/0196-edited-order-messages.ts";
import { migration as step0197 } from "../migrations/0197-order-news.ts";
import { migration as step0198 } from "../migrations/0198-mail-choices.ts";
import { migration as step0200 } from "../migrations/0200-used-codes.ts";
import { migration as step0201 } from "../migrations/0201-passkey-hosts.ts";
import { migration as step0203 } from "../migrations/0203-assigned-orders.ts";
import { migration as step0206 } from "../migrations/0206-files-and-passwords-in-briefs.ts";
import { migration as step0208 } from "../migrations/0208-open-orders-of-assignees.ts";
import { migration as step0212 } from "../migrations/0212-companies.ts";
import { migration as step0213 } from "../migrations/0213-orders-of-companies.ts";
import { migration as step0214 } from "../migrations/0214-sums-of-companies.ts";
import { migration as step0217 } from "../migrations/0217-session-confirmations.ts";
import { migration as step0218 } from "../migrations/0218-api-keys.ts";
import { migration as step0219 } from "../migrations/0219-keys-in-audit-log.ts";
import { migration as step0220 } from "../migrations/0220-known-devices.ts";
import { migration as step0221 } from "../migrations/0221-order-links.ts";
import { migration as step0222 } from "../migrations/0222-order-links-by-expiry.ts";
import { migration as step0223 } from "../migrations/0223-site-checks.ts";
import { migration as step0229 } from "../migrations/0229-backup-copies.ts";
import { migration as step0230 } from "../migrations/0230-assignment-rules.ts";
import { migration as step0231 } from "../migrations/0231-calendar-feeds.ts";
import { migration as step0232 } from "../migrations/0232-site-crawls.ts";
import { migration as step0233 } from "../migrations/0233-order-site-checks.ts";
import { migration as step0234 } from "../migrations/0234-proofs-by-check.ts";
import { migration as step0237 } from "../migrations/0237-month-reports.ts";
import { migration as step0238 } from "../migrations/0238-order-figures.ts";
import { migration as step0239 } from "../migrations/0239-figures-of-any-file.ts";
import { migration as step0240 } from "../migrations/0240-month-report-lists.ts";
import { migration as step0242 } from "../migrations/0242-orders-in-review.ts";
import { migration as step0243 } from "../migrations/0243-sizes-of-files-by-place.ts";
import { migration as step0247 } from "../migrations/0247-people-who-answered-deliveries.ts";
import { migration as step0260 } from "../migrations/0260-secrets-of-emails.ts";
import { migration as step0270 } from "../migrations/0270-undone-order-changes.ts";
import { migration as step0271 } from "../migrations/0271-recording-of-manual-payments.ts";
import { migration as step0280 } from "../migrations/0280-folded-words-of-orders.ts";
import { migration as step0281 } from "../migrations/0281-folded-messages.ts";
import { migration as step0282 } from "../migrations/0282-folded-names.ts";
import { migration as step0283 } from "../migrations/0283-folded-words-of-audit-log.ts";
import { migration as step0310 } from "../migrations/0310-drawings-of-plans.ts";
import { migration as step0315 } from "../migrations/0315-notes-to-the-owner.ts";
import { migration as step0320 } from "../migrations/0320-names-from-orders.ts";
import { migration as step0321 } from "../migrations/0321-notification-choices.ts";
import { migration as step0322 } from "../migrations/0322-daily-notices.ts";
import { migration as step0325 } from "../migrations/0325-site-checks-of-the-team.ts";
import { migration as step0330 } from "../migrations/0330-backup-tasks.ts";
import { migration as step0340 } from "../migrations/0340-search-index-of-orders.ts";
import { migration as step0341 } from "../migrations/0341-sums-of-days.ts";
import { migration as step0345 } from "../migrations/0345-leases-of-payment-notifications.ts";
import { migration as step0346 } from "../migrations/0346-leases-of-refunds.ts";
import { migration as step0347 } from "../migrations/0347-leases-of-emails.ts";
import { migration as step0348 } from "../migrations/0348-leases-of-pictures.ts";
import { migration as step0349 } from "../migrations/0349-leases-of-site-checks.ts";
import { migration as step0350 } from "../migrations/0350-leases-of-crawls.ts";
import { migration as step0351 } from "../migrations/0351-leases-of-backups.ts";
import { migration as step0352 } from "../migrations/0352-leases-of-backup-copies.ts";
import { migration as step0353 } from "../migrations/0353-leases-of-backup-tasks.ts";
import { migration as step0354 } from "../migrations/0354-leases-of-scheduled-jobs.ts";
import { migration as step0365 } from "../migrations/0365-first-order-number.ts";
import { migration as step0366 } from "../migrations/0366-order-terms.ts";
import { migration as step0367 } from "../migrations/0367-order-number-jumps.ts";
import { migration as step0370 } from "../migrations/0370-order-corrections.ts";
import { migration as step0371 } from "../migrations/0371-email-changes.ts";
import { migration as step0375 } from "../migrations/0375-payers-of-attempts.ts";
import { migration as step0376 } from "../migrations/0376-texts-after-the-payment.ts";
import { migration as step0377 } from "../migrations/0377-texts-for-colleagues.ts";
import { migration as step0378 } from "../migrations/0378-time-of-answers.ts";
import { migration as step0380 } from "../migrations/0380-money-back-requests.ts";
import { migration as step0385 } from "../migrations/0385-next-months.ts";
import { migration as step0386 } from "../migrations/0386-tracked-searches.ts";
import { migration as step0387 } from "../migrations/0387-given-testimonials.ts";
import { migration as step0395 } from "../migrations/0395-payment-sweeps.ts";
import { migration as step0396 } from "../migrations/0396-payment-accounts.ts";
import { migration as step0397 } from "../migrations/0397-sandbox-webhooks.ts";
import { migration as step0400 } from "../migrations/0400-bank-transfers.ts";
import { migration as step0401 } from "../migrations/0401-left-checkouts.ts";
import { migration as step0409 } from "../migrations/0409-last-heard-of-providers.ts";
import { migration as step0410 } from "../migrations/0410-subscriptions.ts";
import { migration as step0411 } from "../migrations/0411-subscription-calls.ts";
import { migration as step0430 } from "../migrations/0430-sandbox-resources.ts";
import { migration as step0435 } from "../migrations/0435-intervals-of-orders.ts";
import { migration as step0436 } from "../migrations/0436-intervals-of-plans.ts";
import { migration as step0437 } from "../migrations/0437-terms-of-repeated-plans.ts";
import { migration as step0454 } from "../migrations/0454-prepare-accounts.ts";
import { migration as step0462 } from "../migrations/0462-site-pages.ts";
import { migration as step0463 } from "../migrations/0463-drafts-of-content.ts";
import { migration as step0467 } from "../migrations/0467-menus.ts";
import { migration as step0468 } from "../migrations/0468-missing-pages.ts";
import { migration as step0469 } from "../migrations/0469-index-now.ts";
import { migration as step0470 } from "../migrations/0470-releases.ts";
import { migration as step0471 } from "../migrations/0471-places-of-content.ts";
import { migration as step0477 } from "../migrations/0477-own-fonts.ts";
import { migration as step0480 } from "../migrations/0480-order-lines.ts";
import { migration as step0481 } from "../migrations/0481-coupons.ts";
import { migration as step0482 } from "../migrations/0482-offers.ts";
import { migration as step0483 } from "../migrations/0483-invoices.ts";
import { migration as step0484 } from "../migrations/0484-order-tax.ts";
import { migration as step0485 } from "../migrations/0485-company-billing.ts";
import { migration as step0486 } from "../migrations/0486-invoice-files.ts";
import { migration as step0487 } from "../migrations/0487-statements.ts";
import { migration as step0489 } from "../migrations/0489-cycles-of-lines.ts";
import type { Migrations } from "../platform/database/migrations.ts";

/** Run in the order of their names. */
export const migrations: Migrations = {
  "0005-audit-log": step0005,
  "0006-audit-search": step0006,
  "0010-idempotency-keys": step0010,
  "0012-scheduled-jobs": step0012,
  "0015-rate-limits": step0015,
  "0016-site-version": step0016,
  "0050-content": step0050,
  "0052-content-drafts": step0052,
  "0053-content-on-site": step0053,
  "0054-content-trash": step0054,
  "0055-media": step0055,
  "0056-content-draft-positions": step0056,
  "0057-media-staged": step0057,
  "0058-pictures-on-site": step0058,
  "0060-mail-outbox": step0060,
  "0061-mail-references": step0061,
  "0062-mail-in-the-panel": step0062,
  "0063-letters-without-their-layout": step0063,
  "0070-user-records": step0070,
  "0073-account-tables": step0073,
  "0074-account-profiles": step0074,
  "0075-invitations": step0075,
  "0076-saved-tabs": step0076,
  "0080-inbox": step0080,
  "0081-message-handling": step0081,
  "0082-subscription-state": step0082,
  "0083-subscribers-listed": step0083,
  "0084-messages-without-their-rows": step0084,
  "0085-subscribers-by-address": step0085,
  "0089-messages-of-sender": step0089,
  "0090-first-steps": step0090,
  "0100-payment-attempts": step0100,
  "0101-payment-notifications": step0101,
  "0102-provider-answers": step0102,
  "0103-sandbox-orders": step0103,
  "0104-reviews": step0104,
  "0110-orders": step0110,
  "0111-payment-ledger": step0111,
  "0113-order-events": step0113,
  "0114-payment-notifications-of-order": step0114,
  "0115-order-sums": step0115,
  "0118-order-search": step0118,
  "0119-payments-in-order": step0119,
  "0120-refund-requests": step0120,
  "0121-payments-outside": step0121,
  "0122-money-sums": step0122,
  "0125-payments-by-transaction": step0125,
  "0129-ledger-without-replacement": step0129,
  "0140-backup-schedule": step0140,
  "0145-picture-impressions": step0145,
  "0146-payment-notifications-in-turn": step0146,
  "0147-former-files": step0147,
  "0150-returned-customers": step0150,
  "0156-customer-notes": step0156,
  "0170-settings": step0170,
  "0171-removed-customer-notes": step0171,
  "0180-order-messages": step0180,
  "0181-order-deliveries": step0181,
  "0182-order-briefs": step0182,
  "0183-private-files": step0183,
  "0184-incoming-mail": step0184,
  "0185-customer-questions": step0185,
  "0186-working-days": step0186,
  "0187-order-secrets": step0187,
  "0190-private-files-in-a-bucket": step0190,
  "0191-reopening-by-the-customer": step0191,
  "0193-demonstration-orders": step0193,
  "0196-edited-order-messages": step0196,
  "0197-order-news": step0197,
  "0198-mail-choices": step0198,
  "0200-used-codes": step0200,
  "0201-passkey-hosts": step0201,
  "0203-assigned-orders": step0203,
  "0206-files-and-passwords-in-briefs": step0206,
  "0208-open-orders-of-assignees": step0208,
  "0212-companies": step0212,
  "0213-orders-of-companies": step0213,
  "0214-sums-of-companies": step0214,
  "0217-session-confirmations": step0217,
  "0218-api-keys": step0218,
  "0219-keys-in-audit-log": step0219,
  "0220-known-devices": step0220,
  "0221-order-links": step0221,
  "0222-order-links-by-expiry": step0222,
  "0223-site-checks": step0223,
  "0229-backup-copies": step0229,
  "0230-assignment-rules": step0230,
  "0231-calendar-feeds": step0231,
  "0232-site-crawls": step0232,
  "0233-order-site-checks": step0233,
  "0234-proofs-by-check": step0234,
  "0237-month-reports": step0237,
  "0238-order-figures": step0238,
  "0239-figures-of-any-file": step0239,
  "0240-month-report-lists": step0240,
  "0242-orders-in-review": step0242,
  "0243-sizes-of-files-by-place": step0243,
  "0247-people-who-answered-deliveries": step0247,
  "0260-secrets-of-emails": step0260,
  "0270-undone-order-changes": step0270,
  "0271-recording-of-manual-payments": step0271,
  "0280-folded-words-of-orders": step0280,
  "0281-folded-messages": step0281,
  "0282-folded-names": step0282,
  "0283-folded-words-of-audit-log": step0283,
  "0310-drawings-of-plans": step0310,
  "0315-notes-to-the-owner": step0315,
  "0320-names-from-orders": step0320,
  "0321-notification-choices": step0321,
  "0322-daily-notices": step0322,
  "0325-site-checks-of-the-team": step0325,
  "0330-backup-tasks": step0330,
  "0340-search-index-of-orders": step0340,
  "0341-sums-of-days": step0341,
  "0345-leases-of-payment-notifications": step0345,
  "0346-leases-of-refunds": step0346,
  "0347-leases-of-emails": step0347,
  "0348-leases-of-pictures": step0348,
  "0349-leases-of-site-checks": step0349,
  "0350-leases-of-crawls": step0350,
  "0351-leases-of-backups": step0351,
  "0352-leases-of-backup-copies": step0352,
  "0353-leases-of-backup-tasks": step0353,
  "0354-leases-of-scheduled-jobs": step0354,
  "0365-first-order-number": step0365,
  "0366-order-terms": step0366,
  "0367-order-number-jumps": step0367,
  "0370-order-corrections": step0370,
  "0371-email-changes": step0371,
  "0375-payers-of-attempts": step0375,
  "0376-texts-after-the-payment": step0376,
  "0377-texts-for-colleagues": step0377,
  "0378-time-of-answers": step0378,
  "0380-money-back-requests": step0380,
  "0385-next-months": step0385,
  "0386-tracked-searches": step0386,
  "0387-given-testimonials": step0387,
  "0395-payment-sweeps": step0395,
  "0396-payment-accounts": step0396,
  "0397-sandbox-webhooks": step0397,
  "0400-bank-transfers": step0400,
  "0401-left-checkouts": step0401,
  "0409-last-heard-of-providers": step0409,
  "0410-subscriptions": step0410,
  "0411-subscription-calls": step0411,
  "0430-sandbox-resources": step0430,
  "0435-intervals-of-orders": step0435,
  "0436-intervals-of-plans": step0436,
  "0437-terms-of-repeated-plans": step0437,
  "0454-prepare-accounts": step0454,
  "0462-site-pages": step0462,
  "0463-drafts-of-content": step0463,
  "0467-menus": step0467,
  "0468-missing-pages": step0468,
  "0469-index-now": step0469,
  "0470-releases": step0470,
  "0471-places-of-content": step0471,
  "0477-own-fonts": step0477,
  "0480-order-lines": step0480,
  "0481-coupons": step0481,
  "0482-offers": step0482,
  "0483-invoices": step0483,
  "0484-order-tax": step0484,
  "0485-company-billing": step0485,
  "0486-invoice-files": step0486,
  "0487-statements": step0487,
  "0489-cycles-of-lines": step0489,
};
