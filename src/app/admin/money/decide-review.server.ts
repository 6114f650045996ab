import { redirect } from "react-router";
import { blankIfUnsent, fields, intent } from "#app/intents.server.ts";
import { describeDecision } from "#app/order-room/money/describe-decision.server.ts";
import type { Services } from "#compose.ts";
import { resolveReview } from "#money/review/resolve-review.ts";
import type { Actor } from "#policy/actor.ts";

interface Decider {
  readonly services: Services;
  readonly actor: Actor;
}

/** The forms of a `ReviewCard`. A refund at the provider redirects to the provider's page. */
export const decideReview = intent(
  fields("review", "decision").extend({
    order: blankIfUnsent,
    note: blankIfUnsent,
    confirmed: blankIfUnsent,
  }),
  async ({ services, actor }: Decider, { review = "", ...decision }) => {
    const decided = await resolveReview(services, actor, review, decision);
    if (decided.refundPage !== null) return redirect(decided.refundPage);
    return { said: describeDecision(decided) };
  },
);
