import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

/** Loaded when it is asked for. */
const ShortcutsDialog = lazy(() => import("./shortcuts-dialog.tsx"));

/** The second key of a place, after g. */
export const placeKeys: Readonly<Record<string, string>> = {
  t: "/admin",
  o: "/total-orders",
  p: "/payments",
  m: "/all-messages",
  c: "/people",
  s: "/admin/site",
};

/** How long the second key of a place is waited for. */
const pauseMs = 1500;

/**
 * Keyboard shortcuts of the panel, and the list of them. A link or button whose `aria-keyshortcuts`
 * names the pressed key is clicked, and a field is focused. Keys typed into a field or while a dialog is open do nothing.
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
        // The key would be typed into the field that has the focus now.
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

/** True while the keys are for a field or an open dialog. */
export function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector("[role=dialog][aria-modal=true]") !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=checkbox]), textarea, select") ||
      target.closest("[role=dialog], [role=menu]") !== null)
  );
}

/** Clicks or focuses the element that has the key. Returns false if no element on the screen has it. */
function pressElementOf(key: string): boolean {
  if (!/^[a-z/]$/.test(key)) return false;
  const elements = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)];
  // Of several toasts with Undo, the last one is about the latest action.
  const element = elements.at(key === "z" ? -1 : 0);
  if (element?.matches("input:not([type=checkbox])")) element.focus();
  else element?.click();
  return element !== undefined;
}
