import { createContext, type ReactNode, type RefObject } from "react";

/** What the screen around a list of sections adds to the list. */
export interface SectionsHost {
  /** Opens the texts of a section that the page came with. */
  readonly openOriginal: (id: string) => void;
  /** Shown beside the name of a section that the page came with. */
  readonly noteOn: (id: string) => ReactNode;
  /** Field of the section being opened that gets the focus; the first field by default. */
  readonly focused: RefObject<string | null>;
}

/** Null on a screen that shows the list alone. */
export const SectionsHostContext = createContext<SectionsHost | null>(null);
