import type { OrderStatus, PaymentStatus } from "../order.ts";

/**
 * Number of orders and sum of their prices, for one period, plan, payment status and order status.
 */
interface OrderSumsTable {
  grain: "ever" | "month" | "day";
  /** "" for all time, otherwise "2026-11" or "2026-11-20", in the site's time zone. */
  period: string;
  package_name: string;
  payment_status: PaymentStatus;
  order_status: OrderStatus;
  orders: number;
  cents: number;
}

interface CompanySumsTable {
  company_id: string;
  payment_status: PaymentStatus;
  orders: number;
  cents: number;
}

/** Ledger sums of the orders that were placed in one period. */
interface MoneySumsTable {
  grain: "ever" | "month" | "day";
  /** In the format of `order_sums.period`. */
  period: string;
  refunded_cents: number;
  net_cents: number;
}

interface CompanyMoneySumsTable {
  company_id: string;
  refunded_cents: number;
  net_cents: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    /** Triggers on `orders` maintain this table and `company_sums`. No code writes here. */
    order_sums: OrderSumsTable;
    company_sums: CompanySumsTable;
    /**
     * Triggers maintain this table, `company_money_sums`, and the columns `net_cents` and
     * `refunded_cents` of `orders`. No code writes here.
     */
    money_sums: MoneySumsTable;
    company_money_sums: CompanyMoneySumsTable;
  }
}
