import { useEffect, useState } from "react";
import { useOpenPart } from "./use-open-part.ts";

/**
 * True once one of the parts has been opened, so that the script of a dialog is loaded on demand
 * and the dialog stays mounted after closing.
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
