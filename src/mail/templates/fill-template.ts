import type { Copyright } from "../../content/blocks/copyright.ts";
import type { FooterAddress } from "../../content/blocks/footer-address.ts";
import type { Mail } from "../outbox/outbox.server.ts";
import { type LetterSender, type LetterWords, letter } from "./email.ts";

/**
 * The words of a letter with its values in the braces. A value is not looked through again, and
 * braces around anything that is no value stay as they are.
 */
function filledIn(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (braced, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : braced,
  );
}

interface Filling extends Pick<LetterWords, "recipient" | "facts" | "sender"> {
  /** What the record of the letter says. */
  readonly words: Readonly<Record<"subject" | "words" | "buttonText" | "reason", string>>;
  /** What stands in the braces of its words. */
  readonly values: Readonly<Record<string, string>>;
  /** Where its button leads. */
  readonly url: string;
}

/** A letter in the owner's words, as it is sent and as the panel previews it. */
export function letterFromWords({ words, values, url, ...rest }: Filling): Mail {
  return letter({
    ...rest,
    subject: filledIn(words.subject, values),
    paragraphs: words.words.split(/\n{2,}/).map((paragraph) => filledIn(paragraph, values)),
    button: { text: filledIn(words.buttonText, values), url },
    reason: filledIn(words.reason, values),
  });
}

/** What the foot of the site says, for the foot of its mails. */
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
