import type { Selectable } from "kysely";
import type { Queries } from "#platform/database/database.ts";

/** The testimonial that a customer gave for an order; at most one for each order. */
interface GivenTestimonialsTable {
  order_id: string;
  /** Account of the person who gave it. */
  account_id: string;
  /** "" after the person has deleted the account, like the six texts below. */
  words: string;
  person_name: string;
  company: string;
  company_link: string;
  result_number: string;
  result_text: string;
  result_period: string;
  given_at: number;
  /** Null until the owner answers, like the two columns below. */
  answer: "published" | "declined" | null;
  answered_by: string | null;
  answered_at: number | null;
  /** The item of the block `testimonials`; null while not published. */
  record_id: string | null;
}

export type GivenTestimonialRow = Selectable<GivenTestimonialsTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    given_testimonials: GivenTestimonialsTable;
  }
}

export function selectTestimonial(
  queries: Queries,
  orderId: string,
): Promise<GivenTestimonialRow | undefined> {
  return queries
    .selectFrom("given_testimonials")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
