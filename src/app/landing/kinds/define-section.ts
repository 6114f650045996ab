import type { ReactNode } from "react";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { ArticleEntry } from "#content/articles/article-entry.ts";
import type { Fields, ValuesOf } from "#content/model/define.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import type { SectionKind } from "#content/sections/section.ts";

export interface SectionProps<F extends Fields = Fields> {
  /** The `id` of the section's element, and the beginning of every other id in it. */
  readonly id: string;
  readonly values: ValuesOf<F>;
  readonly site: SiteContent;
  /** True if the section's heading is the page's title, and so an `<h1>`. */
  readonly isTitle?: boolean | undefined;
  /** The rejected form that the page shows again; see `formOf` in `section-form.ts`. */
  readonly form?: ActionResult | undefined;
  /** Newest first; only for a kind that declares `reads`. */
  readonly articles?: readonly ArticleEntry[] | undefined;
}

/** Groups of the gallery in which the owner chooses a kind. */
export type KindGroup = "Words" | "Pictures" | "Proof" | "Selling" | "Forms" | "Lists";

export interface SectionDeclaration<F extends Fields = Fields> extends SectionKind<F> {
  readonly group: KindGroup;
  /** What the section is for, as a sentence in the gallery. */
  readonly note: string;
  readonly labelField: keyof F & string;
  /**
   * Field whose text is the section's heading. A section can title its page only with a heading, so
   * the first shown section with such a text is the one that gets `isTitle`.
   */
  readonly headingField?: keyof F & string;
  /** Data that the section shows besides `site`. */
  readonly reads?: "newestArticles";
  /**
   * True if the section has nothing to show, so that its component renders nothing and the section
   * cannot title the page. By default, a section always shows something.
   */
  readonly isEmpty?: (props: Pick<SectionProps<F>, "values" | "site" | "articles">) => boolean;
  /** Values of a new section: texts that a real page could have. */
  readonly example: ValuesOf<F>;
  /** Drawing of the section in the gallery. */
  readonly drawing: ReactNode;
  /** Must set `id` on the section's element, and import no `*.server` module. */
  readonly Component: (props: SectionProps<F>) => ReactNode;
}

/** The declaration for the list of kinds, whose component gets a text for each field of the kind. */
export function defineSection<const F extends Fields>(
  declaration: SectionDeclaration<F>,
): SectionDeclaration {
  const { Component, isEmpty, ...data } = declaration;
  // A section that was stored by an earlier version lacks the fields that the kind got since then.
  const complete = (stored: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.keys(data.fields).map((name) => [name, stored[name] ?? ""]),
    ) as ValuesOf<F>;
  return {
    ...data,
    ...(isEmpty && {
      isEmpty: ({ values, ...props }) => isEmpty({ ...props, values: complete(values) }),
    }),
    Component: ({ values, ...props }) => Component({ ...props, values: complete(values) }),
  };
}
