import { redirect } from "react-router";
import { blankIfUnsent, fields, intent } from "#app/intents.server.ts";
import { testimonials } from "#content/blocks/testimonials.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import { customerNames } from "#orders/customer-names.ts";
import { findOrder, isOwn, seesPrice } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { newId } from "#platform/ids.ts";
import { isoTime, longDateOf } from "#platform/time/dates.ts";
import { declineTestimonial, publishTestimonial } from "#work/testimonials/answer-testimonial.ts";
import { giveTestimonial } from "#work/testimonials/give-testimonial.ts";
import { mayAnswerTestimonials, readTestimonial } from "#work/testimonials/read-testimonial.ts";
import { type CustomerForm, roomPath, type TeamForm } from "../room-form.server.ts";
import type { RoomReading } from "../room-part.ts";

export type GivenView = NonNullable<Awaited<ReturnType<typeof givenView>>>;

/** Null before the customer gives a testimonial, and after its person has deleted the account. */
async function givenView(reading: RoomReading) {
  const { services, actor, order, reader } = reading;
  const { given, isOnSite } = await readTestimonial(services, actor, order.id);
  if (given === undefined || given.words === "") return null;
  const nameOf = await customerNames(services, actor, order, [given.account_id]);
  return {
    words: given.words,
    personName: given.person_name,
    company: given.company,
    companyLink: given.company_link,
    /** One line, such as "41 enquiries a month, March to September"; "" without a result. */
    result: [`${given.result_number} ${given.result_text}`.trim(), given.result_period]
      .filter(Boolean)
      .join(", "),
    givenBy: nameOf(given.account_id),
    isYours: given.account_id === actor.accountId,
    givenOn: longDateOf(given.given_at, reader),
    isoGivenOn: isoTime(given.given_at),
    answer: given.answer,
    answeredBy: given.answered_by ?? "",
    answeredOn: given.answered_at === null ? "" : longDateOf(given.answered_at, reader),
    isOnSite,
    /** Path of the published item in the panel; "" while not published. */
    editPath: given.record_id === null ? "" : editPathOf(testimonials, given.record_id),
  };
}

const typedFields = [
  ...(["words", "personName", "company", "companyLink"] as const),
  ...(["resultNumber", "resultText", "resultPeriod"] as const),
];

export const customerTestimonial = {
  /** Null for a reader who sees no payments, and for an order that does not ask. */
  async read(reading: RoomReading) {
    const { services, actor, order } = reading;
    if (!seesPrice(actor, order)) return null;
    const given = await givenView(reading);
    if (given !== null) {
      // Customers do not read who declined, or that somebody did.
      const answer = given.answer === "published" ? given.answer : null;
      return { given: { ...given, answer, answeredBy: "", answeredOn: "", editPath: "" } };
    }
    const { isAsked } = await readTestimonial(services, actor, order.id);
    if (!isAsked || !isOwn(actor, order, "payments")) return null;
    const nameOf = await customerNames(services, actor, order, [actor.accountId]);
    const name = nameOf(actor.accountId);
    return {
      given: null,
      accountId: actor.accountId,
      /** Idempotency key of the form. */
      formKey: newId(),
      suggested: {
        personName: name.includes("@") ? "" : name,
        company: order.companyName,
        companyLink: linkOf(order),
      },
    };
  },
  intents: {
    "give-testimonial": intent(
      fields(...typedFields, "key").extend({ consent: blankIfUnsent }),
      async (sent: CustomerForm, form) => {
        const { services, actor, orderId } = sent;
        await findOrder(services, actor, orderId).catch((error: unknown) => {
          sent.keepTyped();
          throw error;
        });
        await giveTestimonial(services, actor, orderId, form);
        return redirect(roomPath(sent, "#testimonial"), 303);
      },
    ),
  },
};

function linkOf({ customerWebsite }: Order): string {
  if (customerWebsite === "" || customerWebsite.includes("://")) return customerWebsite;
  return `https://${customerWebsite}`;
}

export const teamTestimonial = {
  /** Null for a person of the team who cannot publish it. */
  read: async (reading: RoomReading) =>
    mayAnswerTestimonials(reading.actor) ? givenView(reading) : null,
  intents: {
    "publish-testimonial": intent(fields(), async ({ services, actor, orderId }: TeamForm) => {
      await publishTestimonial(services, actor, orderId);
      return { said: "Testimonial is Published" };
    }),
    "decline-testimonial": intent(fields(), async ({ services, actor, orderId }: TeamForm) => {
      await declineTestimonial(services, actor, orderId);
      return { said: "Testimonial is Declined" };
    }),
  },
};
