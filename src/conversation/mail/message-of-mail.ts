import { longestMessage } from "#platform/texts/message-length.ts";
import { findPasswords } from "../passwords/find-passwords.ts";

interface MailText {
  readonly text: string;
  readonly attachments: number;
  /** Shown above the text of an email that the team has added. */
  readonly introduction?: string;
}

const shortened =
  "[The rest of this email is left out, because a message has at most 10,000 characters. The team can read the whole email.]";

const passwordNote =
  "[This email contains a password. Move the password to the passwords on the order’s page: there it is encrypted, and no email repeats it.]";

function noteOn(attachments: number): string {
  const what =
    attachments === 1
      ? "1 attachment of this email was left out."
      : `${attachments} attachments of this email were left out.`;
  return `[${what} Send the files with a message on the order’s page instead.]`;
}

/** The text of a message, with notes about what was left out and about a password. */
export function messageOf({ text, attachments, introduction }: MailText): string {
  const notes = [
    ...(attachments === 0 ? [] : [noteOn(attachments)]),
    ...(findPasswords(text).length === 0 ? [] : [passwordNote]),
  ];
  const before = introduction === undefined ? [] : [introduction];
  const whole = joined([...before, text, ...notes]);
  if (whole.length <= longestMessage) return whole;
  const room = longestMessage - joined([...before, "", shortened, ...notes]).length - 4;
  // A cut in the middle of a surrogate pair leaves half a character.
  const cut = text
    .slice(0, room)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
  return joined([...before, cut, shortened, ...notes]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
