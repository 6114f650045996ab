import type { ReactNode } from "react";
import type { Fields, ValuesOf } from "#content/model/define.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import type { SectionKind } from "#content/sections/section.ts";
import type { ActionResult } from "../../ui/forms/action-result.ts";

export interface SectionProps<F extends Fields = Fields> {
  /** The `id` of the section's element. */
  readonly id: string;
  readonly values: ValuesOf<F>;
  readonly site: SiteContent;
  /** The rejected form that the page shows again. */
  readonly form?: ActionResult | undefined;
}

/** Groups of the gallery in which the owner chooses a kind. */
export type KindGroup = "Words" | "Pictures" | "Proof" | "Selling" | "Forms" | "Lists";

export interface SectionDeclaration<F extends Fields = Fields> extends SectionKind<F> {
  readonly group: KindGroup;
  /** What the section is for, as a sentence in the gallery. */
  readonly note: string;
  /** Field whose text names the section in lists. */
  readonly labelField: keyof F & string;
  /** Values of a new section: texts that a real page could have. */
  readonly example: ValuesOf<F>;
  /** Drawing of the section in the gallery. */
  readonly drawing: ReactNode;
  /** Must set `id` on the section's element, and import no `*.server` module. */
  readonly Component: (props: SectionProps<F>) => ReactNode;
}

/** Returns the declaration unchanged, so that the compiler checks it and infers the fields. */
export function defineSection<const F extends Fields>(
  declaration: SectionDeclaration<F>,
): SectionDeclaration<F> {
  return declaration;
}
