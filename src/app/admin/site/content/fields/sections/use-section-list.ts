import { useRef, useState } from "react";
import { listedSections } from "#content/sections/listed-sections.ts";
import { type Section, sectionsText } from "#content/sections/section.ts";
import type { OriginalSection } from "./original-sections.ts";
import { redone, type Steps, stepsFrom, stepTo, undone } from "./steps.ts";

type Sections = readonly Section[];

interface SectionList {
  readonly steps: Steps<Sections>;
  /** The field's value that the present sections stand for. */
  readonly value: string;
}

/**
 * The sections in the value of a field, with Undo and Redo. A value that comes from elsewhere, such
 * as another editor's change, starts anew, because an undo across it would take back that change.
 */
export function useSectionList(
  value: string,
  originals: readonly OriginalSection[],
  onChange: (value: string) => void,
) {
  const [list, setList] = useState<SectionList>(() => listOf(value, originals));
  const shown = list.value === value ? list : listOf(value, originals);
  if (shown !== list) setList(shown);
  // The newest list, for a second press before React has rendered the first one.
  const latest = useRef(shown);
  latest.current = shown;

  function go(steps: Steps<Sections>) {
    if (steps === latest.current.steps) return;
    const next = { steps, value: textOf(steps.present, originals) };
    latest.current = next;
    setList(next);
    onChange(next.value);
  }
  const { steps } = shown;
  return {
    sections: steps.present,
    latest: () => latest.current.steps.present,
    change: (next: Sections, topic: string | null = null) =>
      go(stepTo(latest.current.steps, next, topic)),
    undo: () => go(undone(latest.current.steps)),
    redo: () => go(redone(latest.current.steps)),
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
  };
}

function listOf(value: string, originals: readonly OriginalSection[]): SectionList {
  return { value, steps: stepsFrom(listedSections(originals, value)) };
}

function textOf(sections: Sections, originals: readonly OriginalSection[]): string {
  return isOriginal(sections, originals) ? "" : sectionsText(sections);
}

/** True if the list has the sections that the page came with, in their order and all shown. */
export function isOriginal(sections: Sections, originals: readonly OriginalSection[]): boolean {
  return (
    sections.length === originals.length &&
    sections.every(({ id, isHidden }, index) => id === originals[index]?.id && !isHidden)
  );
}
