import { type RefObject, useEffect } from "react";
import { isTaken } from "#app/admin/frame/shortcuts/shortcuts.tsx";

/**
 * j and k move between the buttons of a list that open its parts. The arrow keys move only while a button has the
 * focus; otherwise they scroll the page.
 */
export function useSectionKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(target)) return;
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key];
      const buttons = [
        ...(list.current?.querySelectorAll<HTMLElement>("button[data-place]") ?? []),
      ];
      const present = buttons.indexOf(target as HTMLElement);
      if (step === undefined || (present === -1 && key.startsWith("Arrow"))) return;
      const next = present === -1 ? buttons[0] : buttons[present + step];
      next?.focus();
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [list]);
}
