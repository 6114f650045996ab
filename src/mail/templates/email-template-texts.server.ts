import { copyright, footerAddress } from "../../content/blocks/footer.ts";
import type { EmailTemplateBlock } from "../../content/emails/define-email.ts";
import { type EmailTemplateName, emailTemplates } from "../../content/emails/email-templates.ts";
import type { RecordOf } from "../../content/model/define.ts";
import { readSingletons } from "../../content/records/content-store.server.ts";
import type { Queries } from "../../platform/database/database.ts";
import { senderDetailsOf } from "./email.ts";

export type TemplateTexts = Omit<RecordOf<EmailTemplateBlock>, "_id">;

/**
 * The owner's text of each template, in the order of the names, and of the footer, in one query.
 * Undefined for a template that is switched off.
 */
export async function templateTextsOf(queries: Queries, names: readonly EmailTemplateName[]) {
  const blocks = names.map((name) => emailTemplates[name].block);
  const foot = [copyright, footerAddress] as const;
  const records = await readSingletons(queries, [...foot, ...blocks]);
  const [line, address, ...written] = records as [
    RecordOf<typeof copyright> | undefined,
    RecordOf<typeof footerAddress> | undefined,
    ...(TemplateTexts | undefined)[],
  ];
  const words = blocks.map((block, index) => {
    // An older installation has no record of a new template and uses the default text.
    const its = written[index] ?? block.seed[0];
    return its?.isSent === "Not sent" ? undefined : its;
  });
  return { words, sender: senderDetailsOf(line, address) };
}
