import { emailTemplates } from "#content/emails/email-templates.ts";
import type { Queries } from "#platform/database/database.ts";
import { remindersOf } from "#settings/settings.ts";
import { readSetting } from "#settings/stored-settings.server.ts";

/** Where an email is switched off, by the name of its block, whatever its own state says. */
export type LettersOff = Readonly<Record<string, string>>;

export async function lettersOff(queries: Queries): Promise<LettersOff> {
  const reminders = remindersOf(await readSetting({}, queries, "paymentReminders"));
  const { block } = emailTemplates.paymentReminder;
  return reminders === 0 ? { [block.name]: "/admin/settings#unpaid-orders" } : {};
}
