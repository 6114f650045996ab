import { z } from "zod";
import { AppError } from "../../../platform/errors.ts";
import type { ContentRequest } from "./content-action.ts";

const id = z.string();
const block = z.string();
const revision = z.int();

const contentRequest = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["publish", "draft"]),
    block,
    id: id.nullable(),
    values: z.record(z.string(), z.string()),
    base: revision.nullable(),
    seen: revision.nullable(),
  }),
  z.object({ intent: z.enum(["discard", "delete", "duplicate"]), block, id }),
  z.object({ intent: z.literal("undelete"), id }),
  z.object({ intent: z.literal("move"), block, id, before: id.nullable() }),
  z.object({ intent: z.enum(["restore", "take-back"]), block, id, revision }),
  z.object({ intent: z.literal("publish-all") }),
]) satisfies z.ZodType<ContentRequest>;

/** What the panel asks for. Throws "invalid" for anything that it cannot have sent. */
export async function readContentRequest(request: Request): Promise<ContentRequest> {
  const parsed = contentRequest.safeParse(await request.json().catch(() => null));
  if (parsed.success) return parsed.data;
  throw new AppError("invalid", "Nothing was done: this page is out of date. Load it anew.");
}
