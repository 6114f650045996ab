import { useMounted } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useOpenPart } from "#app/admin/frame/forms/use-open-part.ts";

/**
 * Which of these parts is open in a card. Moves the focus into a part that opens, and back to the
 * button that opened it when it closes, or to the first button if that one is gone.
 */
export function useOpenedIn<Card extends HTMLElement>(offered: Readonly<Record<string, boolean>>) {
  const open = useOpenPart();
  // Opens after the first render, because the server does not know the fragment.
  const opened = useMounted() && offered[open.part] ? open.part : null;
  const card = useRef<Card>(null);
  const last = useRef<string>(null);
  useEffect(() => {
    if (opened !== last.current) {
      const opener = `button[data-opens="${last.current}"]`;
      const found = (selector: string) => card.current?.querySelector<HTMLElement>(selector);
      const target =
        opened === null ? (found(opener) ?? found("button")) : found("[data-autofocus]");
      target?.focus();
    }
    last.current = opened;
  }, [opened]);
  return {
    card,
    opened,
    /** Properties of the button that opens a part. */
    opener: (part: string) => ({ onClick: () => void open.show(part), "data-opens": part }),
    close: () => {
      if (opened !== null) void open.close();
    },
  };
}
