import type { Hono } from "hono";
import { listReviews } from "../orders/list-reviews.ts";
import { resolveReview } from "../orders/resolve-review.ts";
import { toRestResolved, toRestReview } from "../orders/rest-review.ts";
import type { ApiContext, ApiDependencies } from "./api-app.ts";
import { listRange, streamedList } from "./list-response.ts";
import { jsonBody } from "./request-body.ts";

/** Payment messages that wait for an admin's decision. */
export function reviewRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const { timeZone } = services.configuration;

  api.get("/payments/reviews", async (c) =>
    streamedList(c, listReviews(services, await c.var.actor(), listRange(c)), toRestReview),
  );
  api.post("/payments/reviews/:id", async (c) => {
    const actor = await c.var.actor();
    const id = c.req.param("id");
    const decided = await resolveReview({ ...services, timeZone }, actor, id, await jsonBody(c));
    return c.json(toRestResolved(decided));
  });
}
