import { type RefObject, useEffect, useRef } from "react";

interface Undoable {
  readonly undo: () => void;
  readonly redo: () => void;
}

/**
 * Ctrl+Z and Shift+Ctrl+Z (or Ctrl+Y) in a part of the screen. In a field, the keys stay with the
 * field, which undoes letter by letter.
 */
export function useUndoKeys(part: RefObject<HTMLElement | null>, undoable: Undoable): void {
  const latest = useRef(undoable);
  latest.current = undoable;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !(target instanceof Element)) return;
      // After a press on a button that is gone, the body has the focus.
      const isHere = part.current?.contains(target) || target === document.body;
      const isShown = part.current?.offsetParent !== null;
      if (!isHere || !isShown || isTyping(target)) return;
      const key = event.key.toLowerCase();
      const redoes = (key === "z" && event.shiftKey) || key === "y";
      if (!redoes && key !== "z") return;
      event.preventDefault();
      if (redoes) latest.current.redo();
      else latest.current.undo();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [part]);
}

function isTyping(target: Element): boolean {
  return (
    target.closest("input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]") !==
    null
  );
}
