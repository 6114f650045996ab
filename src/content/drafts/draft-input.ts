import { z } from "zod";
import { isPlainText } from "../../platform/texts/plain-text.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Block } from "../model/define.ts";
import { asOneSpelling } from "../model/one-spelling.ts";
import type { Values } from "../records/record-state.ts";

/**
 * Longer than a field may become, so that a text which has to be shortened first can be kept
 * meanwhile, and short enough that drafts cannot fill the disk.
 */
const longestDraft = 10_000;

/**
 * Texts for some of a block's fields, not necessarily good enough to be published. Throws "invalid"
 * for what cannot be kept: unknown fields, what is no text, and texts without bound.
 */
export function parseDraftValues(block: Block, input: unknown): Values {
  const shape = Object.entries(block.fields).map(([name, { label, maxLength }]) => {
    const bound = Math.max(longestDraft, maxLength);
    const text = z
      .string(`${label} must be text.`)
      .max(bound, `${label} can have at most ${bound} characters in a draft.`)
      .refine(isPlainText, `${label} has characters that cannot be shown.`)
      .transform(asOneSpelling);
    return [name, text.optional()] as const;
  });
  return parseOrThrow(z.strictObject(Object.fromEntries(shape)), input) as Values;
}

const revisionNumber = z.int("A revision is a whole number.").min(1, "Revisions count from 1.");

/** What names one of a record's revisions. */
export const revisionChoice = z.strictObject({ revision: revisionNumber });

/** What accompanies values: the revisions that whoever sends them has seen. */
export const draftEdit = z.strictObject({ values: z.unknown(), base: revisionNumber.optional() });

export const publication = z.strictObject({
  values: z.unknown().optional(),
  base: revisionNumber.optional(),
  seen: revisionNumber.optional(),
});
