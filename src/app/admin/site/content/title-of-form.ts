import type { Block } from "#content/model/define.ts";

/** Title of the form of one record: "Plan" for a record of "Pricing". */
export function titleOfForm({ singular, title }: Pick<Block, "singular" | "title">): string {
  return singular ?? title;
}
