import { useMemo } from "react";
import { useLocation } from "react-router";
import type { Block } from "#content/model/define.ts";
import { startOf } from "../record/record-form.tsx";

/**
 * Texts of a new record that the link to its form gives, each by the name of its field. A form that
 * was opened on this screen starts without them.
 */
export function useGivenTexts(block: Block): Readonly<Record<string, string>> | undefined {
  const { search, state } = useLocation();
  const isOpenedHere = state?.isOpenedHere === true;
  return useMemo(() => {
    const given = [...new URLSearchParams(search)].filter(([name]) =>
      Object.hasOwn(block.fields, name),
    );
    if (isOpenedHere || given.length === 0) return undefined;
    return { ...startOf(block), ...Object.fromEntries(given) };
  }, [block, search, isOpenedHere]);
}
