import { type RefObject, useLayoutEffect, useRef } from "react";

interface Wanted {
  readonly section: string;
  readonly action: string;
}

/**
 * Keeps the focus in a list whose rows move: a moved element loses the focus, and a removed one has
 * none.
 */
export function useFocusAfterChange(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<Wanted | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { section, action } = wanted.current;
    wanted.current = null;
    list.current
      ?.querySelector<HTMLElement>(`[data-section="${section}"] [data-action="${action}"]`)
      ?.focus();
  });
  return {
    /** After the next render, focuses what has the focus now. */
    keep() {
      const focused = document.activeElement;
      const action = focused?.getAttribute("data-action");
      const section = focused?.closest("[data-section]")?.getAttribute("data-section");
      if (action && section) wanted.current = { section, action };
    },
    /** After the next render, focuses the name of a section. */
    on(section: string | null) {
      if (section !== null) wanted.current = { section, action: "open" };
    },
  };
}
