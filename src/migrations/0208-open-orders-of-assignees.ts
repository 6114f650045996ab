import { inSql } from "./in-sql.ts";

export const migration = inSql([
  `create index open_orders_of_assignee on orders (assignee_id)
    where assignee_id is not null and payment_status = 'Paid'
    and order_status = 'Pending'`,
]);
