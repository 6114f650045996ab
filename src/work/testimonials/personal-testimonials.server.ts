import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";

/** Testimonials that this person gave. */
export const personalTestimonials: PersonalData = {
  name: "testimonialsGiven",
  async *records(queries, { accountId }) {
    const rows = await queries
      .selectFrom("given_testimonials as testimonial")
      .innerJoin("orders", "orders.id", "testimonial.order_id")
      .selectAll("testimonial")
      .select("orders.number")
      .where("testimonial.account_id", "=", accountId)
      .orderBy("orders.number")
      .execute();
    yield rows.map((row) => ({
      order: row.number,
      words: row.words,
      name: row.person_name,
      company: row.company,
      companyLink: row.company_link,
      resultNumber: row.result_number,
      resultText: row.result_text,
      resultPeriod: row.result_period,
      at: isoTime(row.given_at),
      isPublished: row.answer === "published",
    }));
  },
  /**
   * Deletes the texts; that there was a testimonial stays, so that nobody of the company is asked
   * again. A published item belongs to the content of the site, as the person agreed.
   */
  async forget(tx, { accountId }) {
    await tx
      .updateTable("given_testimonials")
      .set({ words: "", person_name: "", company: "", company_link: "" })
      .set({ result_number: "", result_text: "", result_period: "" })
      .where("account_id", "=", accountId)
      .execute();
  },
};
