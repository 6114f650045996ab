import type { Copyright, FooterAddress } from "../../content/blocks/footer.ts";
import type { Mail } from "../outbox/outbox.server.ts";
import { type LetterSender, type LetterWords, letter } from "./email.ts";

/**
 * Replaces placeholders in braces. Inserted values are not searched again, and unknown placeholders
 * stay.
 */
function filledIn(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (braced, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : braced,
  );
}

interface Filling extends Pick<LetterWords, "recipient" | "facts" | "sender"> {
  /** Texts of the template's record. */
  readonly words: Readonly<Record<"subject" | "words" | "buttonText" | "reason", string>>;
  /** Values of the placeholders. */
  readonly values: Readonly<Record<string, string>>;
  /** URL of the button. */
  readonly url: string;
}

/** Fills a template, for sending and for the preview in the panel. */
export function letterFromWords({ words, values, url, ...rest }: Filling): Mail {
  return letter({
    ...rest,
    subject: filledIn(words.subject, values),
    paragraphs: words.words.split(/\n{2,}/).map((paragraph) => filledIn(paragraph, values)),
    button: { text: filledIn(words.buttonText, values), url },
    reason: filledIn(words.reason, values),
  });
}

/** Sender's details from the site's footer. */
export function letterSenderOf(
  copyright: Copyright | undefined,
  address: FooterAddress | undefined,
): LetterSender {
  const lines = [address?.location, address?.phoneNumber, address?.emailAddress];
  return {
    line: copyright?.copyrightText,
    address: lines.flatMap((line) => line ?? []),
  };
}
