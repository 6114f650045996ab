import type { Hono } from "hono";
import { z } from "zod";
import { listReviews } from "../../orders/review/list-reviews.ts";
import {
  decisionForm,
  resolveReview,
  toRestResolved,
  toRestReview,
} from "../../orders/review/resolve-review.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";
import { listQuery, listRange, streamedList } from "../list-response.ts";
import { jsonBody } from "../request-body.ts";
import { resolvedReviewSchema, reviewSchema } from "./order-schemas.ts";

/** REST calls on notifications that wait for an admin's decision. */
export function reviewRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const { timeZone } = services.configuration;

  api.get(
    "/payments/reviews",
    describeCall({
      ...common,
      summary: "Payment notifications that wait for a decision",
      query: listQuery,
      answer: { schema: z.array(reviewSchema) },
      refusals: [404],
    }),
    async (c) =>
      streamedList(
        c,
        services.log,
        listReviews(services, await c.var.actor(), listRange(c)),
        toRestReview,
      ),
  );
  api.post(
    "/payments/reviews/:id",
    describeCall({
      ...common,
      summary: "Decides about a payment notification, once",
      body: { schema: decisionForm, example: { decision: "dismiss", note: "Nobody's" } },
      answer: { schema: resolvedReviewSchema },
      refusals: [409],
    }),
    async (c) => {
      const actor = await c.var.actor();
      const id = c.req.param("id");
      const decided = await resolveReview({ ...services, timeZone }, actor, id, await jsonBody(c));
      return c.json(toRestResolved(decided));
    },
  );
}

const common = { tag: "Payments", who: "admin" } as const;
