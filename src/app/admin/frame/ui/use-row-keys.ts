import { type RefObject, useEffect, useRef } from "react";
import { isTaken } from "../shortcuts/shortcuts.tsx";

interface RowActs {
  readonly open: (index: number) => void;
  readonly toggle?: (index: number) => void;
  readonly clear?: () => void;
}

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * j, k and the arrows move to the next or previous row, also in the next table. Enter opens the
 * row, x and Space select the row, and Escape clears the selection. While no row has the focus, the
 * arrows scroll the page, so only j and k work.
 */
export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, acts: RowActs): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof HTMLElement) || isTaken(target)) return;
      const row = target.closest<HTMLElement>("tr[data-row]");
      // Without a focused row, the first table on the screen handles the key.
      const first = document.querySelector<HTMLElement>("tr[data-row][tabindex]");
      if ((row ?? first)?.parentElement !== body.current) return;
      const { open, toggle, clear } = latest.current;
      const step = steps[key];
      if (step !== undefined) {
        if (row === null && key.startsWith("Arrow")) return;
        const rows = [...document.querySelectorAll<HTMLElement>("tr[data-row]")];
        const next = row === null ? first : rows[rows.indexOf(row) + step];
        const control = key.startsWith("Arrow") && next ? controlBeside(target, next) : undefined;
        (control ?? next)?.focus();
      } else if (key === "Escape" && clear !== undefined) clear();
      else if (row === null) return;
      else if (key === "Enter" && target === row) open(Number(row.dataset.row));
      else if (toggle !== undefined && (key === "x" || (key === " " && target === row))) {
        toggle(Number(row.dataset.row));
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [body]);
}

/** The link, button or checkbox in the same column of another row. */
function controlBeside(target: HTMLElement, row: HTMLElement): HTMLElement | undefined {
  const cell = target.closest("td");
  if (cell === null) return undefined;
  const beside = row.children[cell.cellIndex];
  return beside?.querySelector<HTMLElement>("a, button, input") ?? undefined;
}
