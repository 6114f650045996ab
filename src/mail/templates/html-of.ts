import type { Mail } from "../outbox/outbox.server.ts";
import type { LetterContent } from "./email.ts";
import { letterHtml } from "./letter-html.ts";

/** A mail with HTML, as it is sent and shown. */
export function htmlOf({ html }: Pick<Mail, "html">): string {
  return typeof html === "string" ? html : letterHtml(html);
}

interface KeptHtml {
  readonly html_body: string;
  readonly letter_content: string | null;
}

/** What the outbox keeps of it. */
export function htmlInRow({ html_body, letter_content }: KeptHtml): Mail["html"] {
  return letter_content === null ? html_body : (JSON.parse(letter_content) as LetterContent);
}
