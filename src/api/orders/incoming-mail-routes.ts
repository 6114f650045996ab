import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import { z } from "zod";
import { decideWaitingMail, mailDecisionForm } from "#conversation/mail/decide-waiting-mail.ts";
import {
  incomingMailStates,
  listReceivedMails,
  type ReceivedMail,
  readReceivedMail,
} from "#mail/incoming/read-incoming-mails.ts";
import { reasonInWords } from "#mail/incoming/reason-in-words.ts";
import { largestMailBytes, receiveMail } from "#mail/incoming/receive-mail.ts";
import { AppError } from "#platform/errors.ts";
import { isSameText } from "#platform/signatures.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const path = "/incoming-mail";

/** Maximum body size in bytes for the path that receives emails; undefined for other paths. */
export function incomingMailBodyLimit(requested: string): number | undefined {
  return requested.replace(/\/$/, "") === `/api${path}` ? largestMailBytes : undefined;
}

const listedSchema = {
  _id: z.string(),
  receivedAt: z.iso.datetime(),
  sender: z.string().meta({
    description: "The sender that the email names; can be forged. All From headers if unclear",
  }),
  subject: z.string(),
  state: z.enum(incomingMailStates),
  reason: z.string().meta({
    description: 'Why the email waited or was dropped, in words; "" if it was added at once',
  }),
  attachments: z.int(),
  repeats: z.int().meta({ description: "Emails with the same Message-ID, which were not used" }),
  orderId: z.string().nullable(),
  side: z.enum(["customer", "team"]).nullable().meta({ description: "For whom it was written" }),
};

const mailSchema = z.strictObject(listedSchema).meta({ id: "ReceivedEmail" });
const wholeMailSchema = z
  .strictObject({
    ...listedSchema,
    text: z.string().meta({ description: "The text above the quoted email" }),
    original: z.string().meta({ description: "The whole text" }),
  })
  .meta({ id: "WholeReceivedEmail" });

const mailQuery = z.object({
  state: z.enum(incomingMailStates).optional(),
  before: z.string().optional().meta({ description: "`_id` after which the list goes on" }),
});

const tag = "Emails";
const pageSize = 50;

export function incomingMailRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "POST", path, {
    tag,
    who: "everyone",
    summary: "Receives an email from a mail service",
    detail:
      "The body is the raw email (RFC 822) of at most 40 MB. The header Authorization is Bearer with the INCOMING_MAIL_SECRET; without this setting the answer is 404. A repeated email changes nothing.",
    body: { types: ["message/rfc822"], schema: z.unknown() },
    answer: { schema: z.strictObject({ _id: z.string(), state: z.enum(incomingMailStates) }) },
    refusals: [401, 404],
    run: async ({ context }) => {
      const { incomingMail, configuration } = services;
      const secret = configuration.incomingMail?.secret;
      if (incomingMail === undefined || secret === undefined) {
        throw new AppError("not-found", "This site takes no emails over HTTP.");
      }
      requireSecret(context, secret);
      const raw = new Uint8Array(await context.req.arrayBuffer());
      const { id, state } = await receiveMail(incomingMail, raw);
      return { _id: id, state };
    },
  });
  addCall(api, "GET", "/received-emails", {
    tag,
    who: "admin",
    summary: "Received emails and what became of them, at most 50, the newest first",
    query: mailQuery,
    answer: { schema: z.array(mailSchema) },
    run: async ({ context, actor }) => {
      const { state, before } = parseOrThrow(mailQuery, context.req.query());
      const request = { state, before, limit: pageSize };
      return (await listReceivedMails(services, actor, request)).map(shown);
    },
  });
  addCall(api, "GET", "/received-emails/:id", {
    tag,
    who: "admin",
    summary: "One received email with its text",
    answer: { schema: wholeMailSchema },
    run: async ({ actor, id }) => {
      const mail = await readReceivedMail(services, actor, id);
      return { ...shown(mail), text: mail.text, original: mail.original };
    },
  });
  addCall(api, "POST", "/received-emails/:id", {
    tag,
    who: "admin",
    summary: "Decides about a waiting email, once",
    detail:
      "`add` makes it a message about the order, which says that the team has added it; `dismiss` leaves it out.",
    body: { schema: mailDecisionForm, example: { decision: "dismiss" } },
    answer: {
      schema: z.strictObject({
        _id: z.string(),
        state: z.enum(["added", "dismissed"]),
        orderId: z.string(),
      }),
    },
    refusals: [409],
    run: async ({ actor, id, body }) => {
      const { state, orderId } = await decideWaitingMail(services, actor, id, body);
      return { _id: id, state, orderId };
    },
  });
}

function requireSecret(context: Context, secret: string): void {
  const [, given = ""] = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "") ?? [];
  // Hashes have equal lengths, so the duration of the comparison reveals nothing.
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
  if (isSameText(hashOf(given), hashOf(secret))) return;
  const message = "Send the header Authorization: Bearer with the INCOMING_MAIL_SECRET.";
  throw new AppError("unauthenticated", message);
}

function shown(mail: ReceivedMail): z.infer<typeof mailSchema> {
  const { id, receivedAt, sender, subject, state } = mail;
  const { attachments, repeats, orderId, side } = mail;
  return {
    _id: id,
    receivedAt: isoTime(receivedAt),
    sender,
    subject,
    state,
    reason: reasonInWords(mail),
    attachments,
    repeats,
    orderId,
    side,
  };
}
