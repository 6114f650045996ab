import { z } from "zod";

const conflict = z.strictObject({
  path: z.string(),
  yours: z.string(),
  theirs: z.string(),
  author: z.string(),
  at: z.iso.datetime(),
});

/** What `errorResponse` makes of a refusal. */
export const problemSchema = z
  .strictObject({
    type: z.literal("about:blank"),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: "What happened, in a sentence for people" }),
    requestId: z.string(),
    errors: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "One for each thing wrong with what was sent" }),
    currentPrice: z.string().optional().meta({ description: "Of a plan that has another price" }),
    block: z.string().optional(),
    _id: z.string().optional(),
    revision: z.int().optional().meta({ description: "The base for whoever has chosen" }),
    merged: z.record(z.string(), z.string()).optional(),
    conflicts: z
      .array(conflict)
      .optional()
      .meta({ description: "Fields that somebody else changed to something else meanwhile" }),
  })
  .meta({ id: "Problem", description: "Problem details, RFC 9457" });
