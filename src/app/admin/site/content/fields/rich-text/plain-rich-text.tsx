import { plainTextOfRichText, richTextIn } from "#content/rich-text/rich-text.ts";

/** The words of a rich text, without its structure. */
export default function PlainRichText({ value }: { value: string }) {
  return plainTextOfRichText(richTextIn(value));
}
