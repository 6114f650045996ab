import { createContext, useContext } from "react";

/** A style sheet, imported as `./name.css?sheet` (`scripts/bundle/style-sheets.ts`). */
export interface StyleSheet {
  /** Sorts the sheets of a page in the order of the cascade. */
  readonly order: string;
  /** Only on the server. */
  readonly text: string;
  /** Source expression of the Content-Security-Policy, such as "sha256-…". Only on the server. */
  readonly hash: string;
  /** Address of a file with the text. Only in the browser. */
  readonly address: string;
}

/** The style sheets of the components that a page renders. */
export class PageSheets {
  readonly #sheets = new Set<StyleSheet>();

  add(sheet: StyleSheet): void {
    this.#sheets.add(sheet);
  }

  has(sheet: StyleSheet): boolean {
    return this.#sheets.has(sheet);
  }

  inOrder(): readonly StyleSheet[] {
    return [...this.#sheets].sort((one, other) => (one.order < other.order ? -1 : 1));
  }
}

const SheetsOfPage = createContext<PageSheets | undefined>(undefined);

/** Collects the style sheets of all components inside. */
export const CollectSheets = SheetsOfPage.Provider;

/**
 * Adds the style sheets of a component to the page. In the panel, which links its own style sheets,
 * this has an effect only in the preview of a section.
 */
export function useSheet(...sheets: readonly StyleSheet[]): void {
  const page = useContext(SheetsOfPage);
  // Adding a sheet again changes nothing, so React may render a component several times.
  for (const sheet of sheets) page?.add(sheet);
}
