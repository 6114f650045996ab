import type { EmailingDependencies } from "#mail/mailer.ts";
import { namesOfPeople } from "#orders/customer-names.ts";
import { lockCustomerOrder } from "#orders/find-order.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { AppError } from "#platform/errors.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { testimonialForm } from "./testimonial-form.ts";
import { isTestimonialAsked } from "./testimonial-request.server.ts";
import { selectTestimonial } from "./testimonial-tables.server.ts";

interface GiveDependencies extends EmailingDependencies {
  readonly lockActorAccount: LockActorAccount;
}

/**
 * Stores the testimonial that a customer gives, and tells the owner, who publishes it or declines.
 * Input: `testimonialForm`. A repeated call with the same key changes nothing. Throws
 * "unauthenticated", "invalid", "not-found", also for another customer's order and for somebody of
 * the company who sees no payments, "key-reused", and "conflict" when the customer is not asked.
 */
export async function giveTestimonial(
  { database, clock, post, lockActorAccount }: GiveDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "give testimonials");
  const { accountId } = requireSignedIn(actor);
  const { key, ...form } = parseOrThrow(testimonialForm, input);
  await database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const at = clock();
    const bodyHash = bodyHashOf({ ...form, testimonial: orderId });
    return withIdempotencyKey(tx, { key, accountId, bodyHash, now: at }, async () => {
      // Only one order of a company asks, so its lock lets one of two colleagues go first.
      const order = await lockCustomerOrder(tx, actor, "payments", orderId);
      if ((await selectTestimonial(tx, order.id)) !== undefined) {
        throw new AppError("conflict", alreadyGiven);
      }
      if (!(await isTestimonialAsked(tx, order))) throw new AppError("conflict", notAsked);
      await tx
        .insertInto("given_testimonials")
        .values({
          order_id: order.id,
          account_id: accountId,
          words: form.words,
          person_name: form.personName,
          company: form.company,
          company_link: form.companyLink,
          result_number: form.resultNumber,
          result_text: form.resultText,
          result_period: form.resultPeriod,
          given_at: at,
          answer: null,
          answered_by: null,
          answered_at: null,
          record_id: null,
        })
        .execute();
      const nameOf = await namesOfPeople(tx, order, [accountId], true);
      await queueOrderEmails(tx, post, order, [
        {
          name: "testimonialGivenOwner",
          facts: [
            ["From", nameOf(accountId)],
            ["Words", form.words],
          ],
        },
      ]);
      return {};
    });
  });
}

const alreadyGiven =
  "Your company has already sent us a testimonial, so this one was not sent. Write to us to change it.";
const notAsked =
  "This order does not take a testimonial any more, so nothing was sent. Write to us instead.";
