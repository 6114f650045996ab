import type { Hono } from "hono";
import { z } from "zod";
import { listReviews } from "#money/review/read-review.server.ts";
import {
  decisionForm,
  resolveReview,
  toRestResolved,
  toRestReview,
} from "#money/review/resolve-review.ts";
import { notificationPaths } from "#payments/accounts/account-providers.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { listQuery, listRange, streamedList } from "../list-response.ts";
import { resolvedReviewSchema, reviewSchema } from "./order-schemas.ts";

const tag = "Payments";

/**
 * Receives notifications of payment providers. Answers once a notification is stored, before its
 * verification.
 */
export function notificationRoutes(api: Hono<ApiContext>, { payments }: ApiDependencies): void {
  for (const [path, mediaType] of notificationPaths) {
    addCall(api, "POST", path.replace(/^\/api/, ""), {
      tag,
      who: "everyone",
      summary: "Receives notifications from the payment provider; no other client uses it",
      body: { types: [mediaType], schema: z.unknown() },
      answer: {},
      // 503 when too many notifications wait for verification; the provider then sends the
      // notification again.
      refusals: [404, 503],
      run: async ({ context }) => {
        const raw = new Uint8Array(await context.req.arrayBuffer());
        await payments.receiveAt(path, raw, context.req.raw.headers);
        return context.body(null, 200);
      },
    });
  }
}

export function reviewRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/payments/reviews", {
    tag,
    who: "admin",
    summary: "Payment notifications that wait for a decision",
    query: listQuery,
    answer: { schema: z.array(reviewSchema) },
    refusals: [404],
    run: ({ context, actor }) => {
      const reviews = listReviews(services, actor, listRange(context));
      return streamedList(context, services.log, reviews, toRestReview);
    },
  });
  addCall(api, "POST", "/payments/reviews/:id", {
    tag,
    who: "admin",
    summary: "Decides about a payment notification, once",
    body: { schema: decisionForm, example: { decision: "dismiss", note: "Nobody's" } },
    answer: { schema: resolvedReviewSchema },
    refusals: [409],
    run: async ({ actor, id, body }) =>
      toRestResolved(await resolveReview(services, actor, id, body)),
  });
}
