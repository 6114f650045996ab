import type { Generated } from "kysely";
import type { RepeatedInterval } from "#content/model/plan-interval.ts";
import type { SubscriptionEventKind } from "./model/subscription.ts";

/** The columns are described in `Subscription`. */
export interface SubscriptionsTable {
  id: string;
  number: number;
  company_id: string;
  account_id: string;
  package_id: string;
  package_name: string;
  price_cents: number;
  currency: string;
  charged: RepeatedInterval;
  minimum_cycles: number;
  working_days: number;
  included_rounds: number;
  refund_days: number;
  /** JSON of a list of texts. */
  points: string;
  anchor_day: number;
  provider: Generated<string | null>;
  provider_reference: Generated<string | null>;
  created_at: number;
  started_at: Generated<number | null>;
  ended_at: Generated<number | null>;
}

/** One order for each period of a subscription; see `Cycle`. */
interface SubscriptionCyclesTable {
  subscription_id: string;
  number: number;
  /** Days such as "2027-01-31", in the site's time zone of when the cycle was made. */
  period_start: string;
  period_end: string;
  order_id: string;
  price_cents: number;
  made_at: number;
  due_at: number;
  suspends_at: number;
  withdrawn_at: Generated<number | null>;
}

/** Append-only; see `SubscriptionEvent`. */
export interface SubscriptionEventsTable {
  id: string;
  subscription_id: string;
  kind: SubscriptionEventKind;
  at: number;
  author: string;
  /** The provider's message behind the event; null for an event of a person. */
  notification_id: Generated<string | null>;
  /** Only one event of a subscription has this text. */
  once: Generated<string | null>;
  day: Generated<string | null>;
  until_day: Generated<string | null>;
  price_cents: Generated<number | null>;
  /** JSON of a `SubscribedPlan`. */
  plan: Generated<string | null>;
  reason: Generated<string | null>;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    subscriptions: SubscriptionsTable;
    subscription_cycles: SubscriptionCyclesTable;
    subscription_events: SubscriptionEventsTable;
  }
}
