import { z } from "zod";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { readJson } from "#app/forms.server.ts";
import { parseDraftValues } from "#content/drafts/save-draft.ts";
import { blockNamed } from "#content/model/blocks.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Route } from "./+types/draft-facts-action";
import { readDraftFacts } from "./draft-facts.server.ts";

const typedDraft = z.object({
  block: z.enum(["page", "article"]),
  id: z.string().nullable(),
  values: z.unknown(),
});

/** Facts about a page or an article as it is being written; changes nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const { block: name, id, values } = parseOrThrow(typedDraft, await readJson(request));
  const block = blockNamed(name);
  return readDraftFacts(servicesOf(context), actor, {
    block,
    id,
    values: parseDraftValues(block, values),
  });
}
