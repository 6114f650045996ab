import type { Hono } from "hono";
import { z } from "zod";
import { couponKinds, couponStates } from "#orders/coupons/coupon.ts";
import {
  changeCoupon,
  couponForm,
  createCoupon,
  deleteCoupon,
  endCoupon,
  typedValue,
} from "#orders/coupons/manage-coupons.ts";
import { type ListedCoupon, listCoupons, readCoupon } from "#orders/coupons/read-coupons.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { listQuery, listResponse } from "../list-response.ts";

const tag = "Coupons";

const day = z
  .string()
  .nullable()
  .meta({ description: "Such as 2027-01-31, in the site's time zone" });
const limit = z.int().nullable().meta({ description: "Null without a limit" });

const couponSchema = z.strictObject({
  _id: z.string(),
  code: z.string(),
  kind: z.enum(couponKinds),
  value: z.string().meta({ description: 'Percent such as "20", or dollars such as "50"' }),
  plans: z.array(z.string()).meta({ description: "Ids of plans; empty for all" }),
  fromDay: day,
  untilDay: day,
  isFirstOrderOnly: z.boolean(),
  mostPerCustomer: limit,
  mostInAll: limit,
  cycles: z
    .int()
    .nullable()
    .meta({ description: "Number of first payments of a plan; null for every payment" }),
  note: z.string(),
  state: z.enum(couponStates),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable().meta({ description: "When somebody ended it" }),
  taken: z.int().meta({ description: "Orders that have a place now" }),
  over: z.int().meta({ description: "Orders paid after their place was given to another order" }),
  givenBack: z.int().meta({ description: "Orders that gave their place back" }),
});

const stateQuery = z.object({
  state: z.enum(couponStates, `The state is one of ${couponStates.join(", ")}.`).optional(),
});

const example = {
  code: "SPRING20",
  kind: "percent",
  value: "20",
  untilDay: "2027-03-31",
  mostInAll: 100,
};

export function couponRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const admin = { tag, who: "admin" } as const;
  const answer = { schema: couponSchema };
  addCall(api, "GET", "/coupons", {
    ...admin,
    summary: "Every coupon with its uses",
    detail: "Oldest first.",
    query: listQuery.extend(stateQuery.shape),
    answer: { schema: z.array(couponSchema) },
    refusals: [404],
    run: async ({ context, actor }) => {
      const { state } = parseOrThrow(stateQuery, context.req.query());
      const sought = { sort: "oldest", ...(state !== undefined && { state }) } as const;
      const coupons = await listCoupons(services, actor, sought);
      return listResponse(context, coupons.map(shownCoupon));
    },
  });
  addCall(api, "GET", "/coupon/:id", {
    ...admin,
    summary: "One coupon with its uses",
    answer,
    run: async ({ actor, id }) => shownCoupon(await readCoupon(services, actor, id)),
  });
  addCall(api, "POST", "/coupon", {
    ...admin,
    summary: "Makes a coupon",
    body: { schema: couponForm, example },
    answer: { ...answer, status: 201 },
    run: async ({ actor, body }) => shownCoupon(await createCoupon(services, actor, body)),
  });
  addCall(api, "PUT", "/coupon/:id", {
    ...admin,
    summary: "Changes a coupon for later orders",
    detail: "Orders that have it keep their price. The code stays once an order has it.",
    body: { schema: couponForm, example },
    answer,
    run: async ({ actor, id, body }) => shownCoupon(await changeCoupon(services, actor, id, body)),
  });
  addCall(api, "POST", "/coupon/:id/end", {
    ...admin,
    summary: "Ends a coupon now",
    answer,
    run: async ({ actor, id }) => shownCoupon(await endCoupon(services, actor, id)),
  });
  addCall(api, "DELETE", "/coupon/:id", {
    ...admin,
    summary: "Deletes a coupon that no order has ever had",
    answer: { schema: z.strictObject({ deleted: z.literal(true) }) },
    refusals: [409],
    run: async ({ actor, id }) => {
      await deleteCoupon(services, actor, id);
      return { deleted: true };
    },
  });
}

function shownCoupon(coupon: ListedCoupon): z.output<typeof couponSchema> {
  const { id, createdAt, endedAt, ...rest } = coupon;
  return {
    ...rest,
    _id: id,
    value: typedValue(coupon),
    plans: [...coupon.plans],
    createdAt: isoTime(createdAt),
    endedAt: endedAt === null ? null : isoTime(endedAt),
  };
}
