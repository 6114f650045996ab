import { useEffect, useState } from "react";
import { useOpenPart } from "./use-open-part.ts";

/**
 * True from the first opening of one of the parts on, so that the script of a dialog is loaded when
 * the dialog is needed.
 */
export function useWasOpened(...parts: readonly string[]): boolean {
  const { part } = useOpenPart();
  const isOpen = parts.includes(part);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    if (isOpen) setWasOpened(true);
  }, [isOpen]);
  return wasOpened;
}
