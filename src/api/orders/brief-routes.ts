import type { Hono } from "hono";
import { z } from "zod";
import { isoTime } from "#platform/time/dates.ts";
import { stages } from "#stages/delivery-stage.ts";
import {
  acknowledgeBrief,
  acknowledgeForm,
  skipBrief,
  startWork,
} from "#work/brief/handle-order-brief.ts";
import { type OrderBrief, orderBrief } from "#work/brief/read-order-brief.ts";
import {
  briefAnswersForm,
  noBrief,
  saveBriefAnswers,
  sendBrief,
} from "#work/brief/save-order-brief.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const questionSchema = z
  .strictObject({
    _id: z.string().meta({ description: "Equal for the same question of later orders" }),
    question: z.string(),
    kind: z.enum([
      "line",
      "text",
      "website",
      "choice",
      "choices",
      "date",
      "number",
      "files",
      "secret",
      "note",
    ]),
    isRequired: z.boolean(),
    choices: z.array(z.string()),
    help: z.string(),
    step: z.string().meta({ description: "Heading of the group of questions" }),
    isAsked: z.boolean().meta({
      description: "False while the answer to an earlier question makes this question needless",
    }),
    answer: z.string().meta({
      description: 'Several choices are one text with a line for each choice; "" without an answer',
    }),
    files: z.array(z.string()).meta({
      description: "Ids of the files of the order that answer a question of the kind files",
    }),
    isPasswordGiven: z.boolean().meta({
      description: "Whether the passwords of the order have one for a question of the kind secret",
    }),
    passwordVersion: z.string().meta({
      description: 'Changes with the password; a replacement names it; "" without a password',
    }),
    version: z.string().meta({ description: "Changes with the answer; a change names it" }),
    before: z
      .string()
      .nullable()
      .meta({ description: "The answer before a change that no admin has acknowledged" }),
  })
  .meta({ id: "OrderBriefQuestion" });

const briefSchema = z
  .strictObject({
    stage: z.enum(stages),
    questions: z.array(questionSchema),
    asked: z.int().meta({ description: "Number of questions that are asked" }),
    answered: z.int().meta({ description: "Number of asked questions that have an answer" }),
    sentAt: z.iso.datetime().nullable(),
    skippedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the team began without the brief" }),
    workStartedAt: z.iso.datetime().nullable(),
    closedBecause: z
      .string()
      .nullable()
      .meta({ description: "Why the answers cannot be changed; null while they can be changed" }),
    version: z
      .string()
      .meta({ description: "Changes with every answer; an acknowledgement names it" }),
  })
  .meta({ id: "Brief" });

const tag = "Orders";
const answer = { schema: briefSchema };
const body = {
  schema: briefAnswersForm,
  example: { answers: { "0199c7f0-1": "https://example.com" }, versions: {} },
};
const kept = "A refused answer does not keep the other answers of the call from being stored.";

/** The customer's company answers the questions; the team reads and handles the briefs. */
export function briefRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/order/:id/brief", {
    tag,
    who: "signed in",
    summary: "The brief of an order; for customers and team members who may see the order",
    detail: "Orders of plans without questions have no brief, which is 404.",
    answer,
    run: async ({ actor, id }) => {
      const brief = await orderBrief(services, actor, id);
      if (brief === null) throw noBrief();
      return shown(brief);
    },
  });
  addCall(api, "PUT", "/order/:id/brief", {
    tag,
    who: "signed in",
    summary: "Saves answers to the brief of your own order",
    detail: `An answer is refused if it was changed since the version that you name. ${kept}`,
    body,
    answer,
    refusals: [409, 429],
    run: async ({ actor, id, body }) => shown(await saveBriefAnswers(services, actor, id, body)),
  });
  addCall(api, "POST", "/order/:id/brief/sending", {
    tag,
    who: "signed in",
    summary: "Sends the brief of your own order to the team",
    detail: `Also saves the answers of the body. It needs an answer to each required question. ${kept}`,
    body,
    answer,
    refusals: [409, 429],
    run: async ({ actor, id, body }) => shown(await sendBrief(services, actor, id, body)),
  });
  addCall(api, "POST", "/order/:id/brief/acknowledgement", {
    tag,
    who: "admin",
    summary: "Acknowledges the changes that the customer made after sending the brief",
    body: { schema: acknowledgeForm, example: { version: "VmVyc2lvbiBvZiBhbGwg" } },
    answer,
    refusals: [409],
    run: async ({ actor, id, body }) => shown(await acknowledgeBrief(services, actor, id, body)),
  });
  addCall(api, "POST", "/order/:id/brief/skipping", {
    tag,
    who: "admin",
    summary: "Begins the work without the brief",
    detail: "The body is ignored.",
    answer,
    refusals: [409],
    run: async ({ actor, id }) => shown(await skipBrief(services, actor, id)),
  });
  addCall(api, "POST", "/order/:id/brief/start", {
    tag,
    who: "admin",
    summary: "Records that the work on an order with a sent brief has begun",
    detail: "The body is ignored.",
    answer,
    refusals: [409],
    run: async ({ actor, id }) => shown(await startWork(services, actor, id)),
  });
}

function shown(brief: OrderBrief): z.output<typeof briefSchema> {
  const { stage, asked, answered, closedBecause, version } = brief;
  return {
    stage,
    asked,
    answered,
    closedBecause,
    version,
    questions: brief.questions.map(({ id, showIf: _, choices, files, ...question }) => ({
      _id: id,
      ...question,
      files: files.map((file) => file.id),
      choices: [...choices],
    })),
    sentAt: timeOf(brief.sentAt),
    skippedAt: timeOf(brief.skippedAt),
    workStartedAt: timeOf(brief.workStartedAt),
  };
}

function timeOf(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
