import { expect, test } from "vitest";
import { placeOrder } from "#orders/placing/place-order.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { addCoupon } from "../../../tests/support/orders/coupons.ts";
import { openOffers } from "../../../tests/support/orders/offers.ts";
import { orderForm } from "../../../tests/support/orders/shop.ts";
import { whileTampered } from "../../../tests/support/payments/tamperings.ts";
import { checkLedger } from "./check-ledger.ts";

const orderOf = (number: number) => `(select id from orders where number = ${number})`;
/** Without the constraints of the table, which do not allow what the statements do. */
const unconstrained = (table: string) => [
  `create table copied as select * from ${table}`,
  `drop table ${table}`,
  `alter table copied rename to ${table}`,
];

describeOnEachDatabase("The check of offers, lines and coupons", (openDatabase) => {
  test("finds no difference in what the program wrote, and every change by hand", async () => {
    const { deps, make, open, prove, accept, extraId, person } = await openOffers(
      await openDatabase(),
    );
    const offer = await make({ addOns: [{ id: extraId("A translation"), quantity: 2 }] });
    const secret = await open();
    await prove(secret);
    await accept(secret);
    await addCoupon(deps);
    const place = async (name: string) =>
      placeOrder(deps, await (await person(name)).now(), {
        ...orderForm,
        coupon: "SPRING20",
        addOns: [{ id: extraId("A translation"), quantity: 1 }],
      });
    await place("ben");
    await place("cem");
    const { database } = deps;
    const name = `The offer ${offer.id} of Standard`;
    expect((await inSnapshot(database, checkLedger)).differences).toEqual([]);

    for (const [statements, differences] of [
      [
        [
          `update order_lines set unit_cents = 9000 where order_id = ${orderOf(1)} and position = 2`,
        ],
        [
          "Order 1 costs 340.00 USD, and its lines add up to 429.00 USD.",
          `${name} is for 3 lines of 340.00 USD, and its order 1 has 3 lines of 429.00 USD.`,
        ],
      ],
      [
        [
          `update order_lines set label = 'Another' where order_id = ${orderOf(1)} and position = 2`,
        ],
        [`${name} has other lines than its order 1.`],
      ],
      [
        [`delete from order_lines where order_id = ${orderOf(1)} and position = 3`],
        [
          "Order 1 costs 340.00 USD, and its lines add up to 390.00 USD.",
          `${name} is for 3 lines of 340.00 USD, and its order 1 has 2 lines of 390.00 USD.`,
        ],
      ],
      [
        [`delete from order_lines where order_id = ${orderOf(1)}`],
        [`${name} is for 3 lines of 340.00 USD, and its order 1 has 1 lines of 340.00 USD.`],
      ],
      [
        ["update offers set price_cents = 100"],
        [`${name} costs 1.00 USD, and its lines add up to 340.00 USD.`],
      ],
      [
        // A second order of the offer would have been accepted a second time.
        [
          `insert into offer_events (id, offer_id, kind, version, author, at)
            values ('second', '${offer.id}', 'accepted', 1, '', 1)`,
        ],
        [`${name} was accepted 2 times, and is kept as accepted once.`],
      ],
      [
        [`update offers set order_id = ${orderOf(2)}`],
        [`${name} is for 3 lines of 340.00 USD, and its order 2 has 3 lines of 155.60 USD.`],
      ],
      [
        [
          ...unconstrained("coupon_places"),
          `update coupon_places set place = 1 where order_id = ${orderOf(3)}`,
        ],
        ["Place 1 of the coupon SPRING20 is taken by 2 orders."],
      ],
      [
        [`delete from coupon_places where order_id = ${orderOf(3)}`],
        ["A line of order 3 names the coupon SPRING20, which the order has not used."],
      ],
      [
        [`delete from order_lines where order_id = ${orderOf(3)} and kind = 'coupon'`],
        [
          "Order 3 costs 155.60 USD, and its lines add up to 194.50 USD.",
          "Order 3 has used the coupon SPRING20, and no line of it says so.",
        ],
      ],
    ] as const) {
      const found = await whileTampered(database, statements, checkLedger);
      expect(found.differences.toSorted()).toEqual(differences.toSorted());
    }
    expect((await inSnapshot(database, checkLedger)).differences).toEqual([]);
  });
});
