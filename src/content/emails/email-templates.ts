import { accountEmails } from "./account-emails.ts";
import type { EmailTemplate } from "./define-email.ts";
import { inboxEmails } from "./inbox-emails.ts";
import { orderEmails } from "./order-emails.ts";

/** All email templates. */
export const letters = { ...accountEmails, ...orderEmails, ...inboxEmails } as const;

export type Letters = typeof letters;
export type EmailTemplateName = keyof Letters;

/** Values that an email template needs. */
export type EmailTemplateValues<Name extends EmailTemplateName> =
  Letters[Name] extends EmailTemplate<infer Placeholder>
    ? Readonly<Record<Placeholder, string>>
    : never;
