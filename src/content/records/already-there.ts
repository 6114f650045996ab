import { AppError } from "../../platform/errors.ts";
import type { Block } from "../model/define.ts";

/** The refusal of a second record of a singleton; the first one may exist only as a draft. */
export function alreadyThere(block: Block): AppError {
  return new AppError(
    "conflict",
    `${block.title} exists already, published or as a draft, and there is only one. Edit it instead of adding another.`,
  );
}
