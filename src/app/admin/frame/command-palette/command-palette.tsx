import { UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import {
  type Dispatch,
  lazy,
  type SetStateAction,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from "react";
import { IconSearch } from "#app/ui/icons/icon-search.ts";
import classes from "./command-palette.module.css";

/** Loaded at first use, because most visits never open the palette. */
const CommandPaletteWindow = lazy(() => import("./command-palette-window.tsx"));

export function CommandPalette() {
  const [timesAsked, setTimesAsked] = useState(0);
  const ask = () => setTimesAsked((times) => times + 1);
  const isWanted = timesAsked > 0;
  const [typed, setTyped] = useState("");
  const [hasField, setHasField] = useState(false);
  const noteField = useCallback(() => setHasField(true), []);
  useTypedAhead(isWanted && !hasField, setTyped);
  // Handles the shortcut until CommandPaletteWindow is loaded, which then handles the shortcut
  // itself.
  useHotkeys(isWanted ? [] : [["mod+K", ask]]);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        onClick={ask}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={20} stroke={1.6} aria-hidden />
        <span className={classes.name}>Find</span>
        <span className={classes.keys} aria-hidden="true">
          {useModifierKey()} K
        </span>
      </UnstyledButton>
      {isWanted && (
        <Suspense>
          <CommandPaletteWindow
            timesAsked={timesAsked}
            typed={typed}
            onType={setTyped}
            onFocus={noteField}
          />
        </Suspense>
      )}
    </>
  );
}

/** Collects the keys that a person types while the command palette is being loaded. */
function useTypedAhead(isAwaited: boolean, type: Dispatch<SetStateAction<string>>) {
  useEffect(() => {
    if (!isAwaited) return;
    const take = (event: KeyboardEvent) => {
      const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
      if (!isCharacter) return;
      event.preventDefault();
      type((typed) => typed + event.key);
    };
    addEventListener("keydown", take);
    return () => removeEventListener("keydown", take);
  }, [isAwaited, type]);
}

/** Starts as "Ctrl", because the server does not know the keyboard. */
function useModifierKey(): string {
  const [key, setKey] = useState("Ctrl");
  useEffect(() => {
    if (/Mac/.test(navigator.userAgent)) setKey("⌘");
  }, []);
  return key;
}
