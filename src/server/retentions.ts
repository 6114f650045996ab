import { forgetResponses } from "../check/crawl/crawls.ts";
import { keptMs as checksKeptMs } from "../check/requests/check-addresses.ts";
import { confirmWithinMs } from "../inbox/subscribers/subscriber-token.ts";
import { deleteOffers } from "../offers/offer-store.server.ts";
import { deleteLinksById } from "../orders/links/issue-link.server.ts";
import { type Retention, retention } from "../platform/retention.ts";
import { trashMs } from "../platform/time/trash-retention.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const mailsKeptMs = 400 * dayMs;

/** What is deleted when a time has passed, besides passwords of orders, pictures and files. */
export const retentions: readonly Retention[] = [
  retention("messages", { since: "deleted_at", keptMs: trashMs }),
  retention("subscribers", { since: "removed_at", keptMs: trashMs }),
  retention("subscribers", {
    since: "subscribed_at",
    keptMs: confirmWithinMs,
    only: (rows) => rows.where("confirmed_at", "is", null),
  }),
  retention("email_changes", { key: ["account_id"], since: "expires_at", keptMs: 0 }),
  retention("customer_notes", { since: "removed_at", keptMs: trashMs }),
  // A call that was refused stays until somebody has dealt with it.
  retention("subscription_calls", {
    since: "requested_at",
    keptMs: 180 * dayMs,
    only: (rows) => rows.where("state", "=", "done"),
  }),
  retention("order_links", { since: "expires_at", keptMs: 0, remove: deleteLinksById }),
  // An accepted offer stays with its order.
  retention("offers", {
    since: "ends_at",
    keptMs: 400 * dayMs,
    only: (rows) => rows.where("order_id", "is", null),
    remove: deleteOffers,
  }),
  retention("mail_outbox", { since: "sent_at", keptMs: mailsKeptMs }),
  retention("mail_outbox", {
    since: "created_at",
    keptMs: mailsKeptMs,
    only: (rows) => rows.where("state", "=", "failed"),
  }),
  retention("incoming_mails", {
    since: "received_at",
    keptMs: mailsKeptMs,
    only: (rows) => rows.where("state", "!=", "waiting"),
  }),
  retention("site_checks", { since: "requested_at", keptMs: checksKeptMs }),
  // The findings of a crawl stay.
  retention("site_crawls", {
    since: "finished_at",
    keptMs: 180 * dayMs,
    only: (rows) => rows.where("site_facts", "is not", null),
    atOnce: 1,
    remove: forgetResponses,
  }),
  retention("site_crawl_turns", { key: ["site"], since: "free_at", keptMs: dayMs }),
  // Longer than any client continues to retry.
  retention("idempotency_keys", {
    key: ["account_id", "key"],
    since: "created_at",
    keptMs: 48 * hourMs,
  }),
  retention("missing_pages", { key: ["path"], since: "last_seen_at", keptMs: 180 * dayMs }),
  retention("rate_limits", { key: ["key"], since: "ends_at", keptMs: 0 }),
];
