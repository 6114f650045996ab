import type { Generated } from "kysely";
import type { LeaseColumns } from "../platform/leases.ts";
import type { AccountKind, PaymentMode } from "./connection.ts";
import type {
  NotificationSource,
  NotificationState,
  Resolution,
  SettlementOutcome,
} from "./notifications/verified-notification.ts";
import type { WayToPay } from "./payment-provider.ts";

export interface PaymentAttemptsTable {
  id: string;
  order_reference: string;
  provider: string;
  amount_cents: number;
  currency: string;
  receiver: string;
  reference: string | null;
  created_at: number;
  /** Account of the person who started the payment; null before Furrow stored it. */
  account_id: Generated<string | null>;
  /** Time of the customer's first return from the provider; null before a return. */
  returned_at: Generated<number | null>;
  /** Account of the panel that takes the payment; null for the account of the environment. */
  payment_account: Generated<string | null>;
  /** When the customer chose another way instead; null for an attempt that was not left. */
  left_at: Generated<number | null>;
}

export interface PaymentNotificationsTable extends LeaseColumns {
  id: string;
  provider: string;
  received_at: number;
  content_type: string;
  source: NotificationSource;
  /** JSON of the headers that the provider needs for verification. */
  headers: string;
  /** Body as it arrived, because the provider verifies exact bytes. */
  raw: Uint8Array;
  state: NotificationState;
  verified_at: number | null;
  transaction_id: string | null;
  payment_status: string | null;
  /** Attempt id in the notification; `expected` says whether the attempt exists. */
  attempt_id: string | null;
  order_reference: string | null;
  /**
   * 1 when `attempt_id` named an existing attempt on arrival, otherwise 0. Workers first verify
   * notifications with the value 1.
   */
  expected: number;
  /** Number of notifications of the same attempt that waited when this notification arrived. */
  turn: Generated<number>;
  outcome: SettlementOutcome | null;
  outcome_reason: string | null;
  /**
   * Id of the transaction that must arrive before a worker can apply this notification; null when
   * the notification waits for no transaction.
   */
  waits_for: Generated<string | null>;
  /** Decision of an admin; null while the review is open. */
  resolution: Generated<Resolution | null>;
  resolved_at: Generated<number | null>;
  resolved_by: Generated<string | null>;
  resolution_note: Generated<string | null>;
}

/** Orders of the sandbox's REST protocol. */
interface SandboxOrdersTable {
  id: string;
  created_at: number;
  capture_id: string | null;
  /** JSON of a `SandboxOrder`. */
  document: string;
}

/** Objects of the simulated providers that are no orders: plans, subscriptions and sent events. */
interface SandboxResourcesTable {
  id: string;
  kind: string;
  /** Groups objects of one kind, such as the plans of a product. */
  owner: string;
  /** Sequence of the insertions. */
  position: number;
  document: string;
}

/** Webhooks that pasted accounts registered at the sandbox. */
interface SandboxWebhooksTable {
  id: string;
  provider: "stripe" | "paypal";
  created_at: number;
  url: string;
  /** JSON of the types of events to send; "*" stands for all. */
  events: string;
}

/** When each provider was last asked for lost notifications. */
interface PaymentSweepsTable extends LeaseColumns {
  provider: string;
  swept_until: number;
  clock_ahead_ms: Generated<number | null>;
}

/** Every account that was ever connected in the panel. */
export interface PaymentAccountsTable extends LeaseColumns {
  id: string;
  kind: AccountKind;
  mode: PaymentMode;
  /** At most one account of a way and mode is "on", and at most one "connecting". */
  way: WayToPay;
  /**
   * - connecting: the provider is being asked; the row has no credentials yet
   * - on: takes new payments
   * - off: was disconnected or replaced; its notifications are heard and its payments refunded
   */
  state: "connecting" | "on" | "off";
  /** Encrypted JSON; "" while connecting. */
  credentials: string;
  /** What the panel shows of the account; holds no secret. */
  label: string;
  /** Webhook at the provider; null when there is none. `due_at` says when to remove it. */
  webhook_id: string | null;
  connected_at: number;
  connected_by: string;
  disconnected_at: number | null;
  disconnected_by: string | null;
}

declare module "../platform/database/tables.ts" {
  interface Tables {
    payment_sweeps: PaymentSweepsTable;
    payment_accounts: PaymentAccountsTable;
    sandbox_orders: SandboxOrdersTable;
    sandbox_resources: SandboxResourcesTable;
    sandbox_webhooks: SandboxWebhooksTable;
    payment_attempts: PaymentAttemptsTable;
    payment_notifications: PaymentNotificationsTable;
  }
}
