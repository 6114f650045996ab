import { lookOf } from "#look/look.ts";
import type { Queries } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { replyMarker } from "../templates/email.ts";
import { htmlInRow, htmlOf } from "../templates/email-html.ts";
import type { IncomingMail } from "./parse-incoming-mail.ts";
import { replyIn } from "./reply-text.ts";

/** An email has the same words in each look. */
const anyLook = lookOf(undefined);

/** A person answers one of the last emails. */
const newestMails = 50;

/**
 * Adds the answers that the person wrote between the lines of the quoted email. Outlook marks no
 * line of a quote, so the lines are compared with the emails that the site has sent to the person.
 * Without such an email, the text stays as it is.
 */
export async function textWithAnswers(queries: Queries, mail: IncomingMail): Promise<string> {
  const { quoted, text, sender } = mail;
  if (quoted.trim() === "" || sender === "") return text;
  const sent = await queries
    .selectFrom("mail_outbox")
    .select(["subject", "text_body", "html_body", "letter_content"])
    .where("recipient_key", "=", normalEmail(sender))
    .orderBy("id", "desc")
    .limit(newestMails)
    .execute();
  if (sent.length === 0) return text;
  const lines = sent.flatMap((row) =>
    [row.subject, row.text_body, withLineEnds(htmlOf({ html: htmlInRow(row) }, anyLook))].flatMap(
      linesOf,
    ),
  );
  return withUnknownLines(text, quoted, lines);
}

function withUnknownLines(text: string, quoted: string, sent: readonly string[]): string {
  const sentLines = new Set(sent);
  // Programs wrap lines in other places. One or two words are found in some line by chance.
  const sentTriples = new Set(triplesOf(sent.join(" ")));
  const isSent = (line: string) => {
    const triples = triplesOf(line);
    const isWrapped = triples.length > 0 && triples.every((triple) => sentTriples.has(triple));
    return isWrapped || sentLines.has(line);
  };
  const marked = quoted.split("\n").map((line) => {
    const words = wordsOf(line);
    return words === "" || isSent(words) ? `> ${line}` : line;
  });
  if (marked.every((line) => line.startsWith("> "))) return text;
  return replyIn([text, "", `> ${replyMarker}`, ...marked].join("\n"), []).text;
}

/** Each three words that follow each other. A search for whole lines would take too long. */
function triplesOf(text: string): readonly string[] {
  const words = text.split(" ");
  return words.slice(2).map((word, nth) => `${words[nth]} ${words[nth + 1]} ${word}`);
}

function withLineEnds(html: string): string {
  return html.replace(/<[^<>]*>/g, "\n").replace(/&#?\w+;/g, " ");
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map(wordsOf)
    .filter((line) => line !== "");
}

/** Without links, because programs replace them, and without marks, which they change. */
function wordsOf(line: string): string {
  return (
    line
      .replace(/https?:\S+/g, " ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");
}
