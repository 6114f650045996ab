import { briefReminderJob } from "#conversation/news/end-reminders.server.ts";
import { companyWithOrders } from "#orders/personal-company.server.ts";
import { rowChunks } from "#platform/database/row-chunks.ts";
import { cancelJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import type { BriefQuestion } from "./brief-questions.ts";

export const personalBriefs: PersonalData = {
  name: "briefs",
  async *records(queries, { accountId }) {
    const chunks = rowChunks(
      { after: 0 },
      (row: { readonly order: number }) => row.order,
      (last, size) =>
        queries
          .selectFrom("orders")
          .innerJoin("order_briefs as brief", "brief.order_id", "orders.id")
          .select(["orders.number as order", "brief.order_id", "brief.questions"])
          .where("orders.account_id", "=", accountId)
          .where("orders.company_id", "in", companyWithOrders(queries, accountId))
          .where("orders.number", ">", last)
          .orderBy("orders.number")
          .limit(size)
          .execute(),
    );
    for await (const briefs of chunks) {
      const answers = await queries
        .selectFrom("order_brief_answers")
        .select(["order_id", "question_id", "value", "answered_at"])
        .where(
          "order_id",
          "in",
          briefs.map(({ order_id }) => order_id),
        )
        .execute();
      yield briefs.map(({ order, order_id, questions }) => ({
        order,
        answers: (JSON.parse(questions) as BriefQuestion[]).flatMap(({ id, question }) => {
          const given = answers.find(
            (answer) => answer.order_id === order_id && answer.question_id === id,
          );
          if (given === undefined) return [];
          const at = given.answered_at === null ? null : isoTime(given.answered_at);
          return [{ question, answer: given.value, at }];
        }),
      }));
    }
  },
  /** The questions stay with the order, because they are the owner's words. */
  async forget(tx, { accountId }) {
    const briefs = await tx
      .selectFrom("orders")
      .innerJoin("order_briefs as brief", "brief.order_id", "orders.id")
      .select("brief.order_id as orderId")
      .where("orders.account_id", "=", accountId)
      .execute();
    for (const { orderId } of briefs) {
      await tx.deleteFrom("order_brief_answers").where("order_id", "=", orderId).execute();
      await tx
        .updateTable("order_briefs")
        .set({ missing_since: null, changed_at: null })
        .where("order_id", "=", orderId)
        .execute();
      await cancelJob(tx, { kind: briefReminderJob, subject: orderId });
    }
  },
};
