import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx"));

/** The key after g, and the screen that it opens. */
export const placeKeys: Readonly<Record<string, string>> = {
  t: "/admin",
  o: "/total-orders",
  p: "/payments",
  m: "/all-messages",
  c: "/people",
  s: "/admin/site",
};

/** Longest time between g and the next key. */
const pauseMs = 1500;

/**
 * A key clicks the link or button, or focuses the field, whose `aria-keyshortcuts` names the key.
 * Keys typed into a field or while a dialog is open do nothing.
 */
export function Shortcuts() {
  const navigate = useNavigate();
  const [isListed, { open, close }] = useDisclosure(false);
  const [wasListed, setWasListed] = useState(false);
  const goUntil = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
      const path = event.timeStamp < goUntil.current ? placeKeys[event.key] : undefined;
      goUntil.current = event.key === "g" ? event.timeStamp + pauseMs : 0;
      if (path !== undefined) void navigate(path);
      else if (event.key === "?") {
        setWasListed(true);
        open();
      } else if (pressElementOf(event.key)) {
        // Otherwise the browser would type the key into the field that was just focused.
        event.preventDefault();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [navigate, open]);
  return (
    wasListed && (
      <Suspense>
        <ShortcutsDialog opened={isListed} onClose={close} />
      </Suspense>
    )
  );
}

/** True while keys belong to a field, a menu or an open dialog. */
export function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector("[role=dialog][aria-modal=true]") !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=checkbox]), textarea, select") ||
      target.closest("[role=dialog], [role=menu]") !== null)
  );
}

/** Returns false if no element on the screen has the key. */
function pressElementOf(key: string): boolean {
  if (!/^[a-z/]$/.test(key)) return false;
  const elements = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)];
  // Of several toasts with "Undo", the last toast is about the latest action.
  const element = elements.at(key === "z" ? -1 : 0);
  if (element?.matches("input:not([type=checkbox])")) element.focus();
  else element?.click();
  return element !== undefined;
}
