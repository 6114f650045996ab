import { inSql } from "./in-sql.ts";

// Ignores a reopening that was undone, because the undo restores the stage before the
// reopening.
//
// The first column is the same in all rows. With it, SQLite prefers this index to the larger
// index of all orders with the same statuses.
export const migration = inSql([
  `alter table "orders" add column "in_review" integer default 0 not null check (in_review in (0, 1))`,
  `update orders set in_review = 1
    where order_status = 'Delivered'
    and (select kind from order_review_events where order_id = orders.id
      order by id desc limit 1) <> 'reopened'
    and (select kind from order_review_events where order_id = orders.id
      and kind not in ('reopened', 'restored') order by id desc limit 1) = 'delivered'`,
  `create index orders_in_review on orders
    (in_review, package_name, payment_status, order_status, placed_at, number)
    where in_review = 1`,
]);
