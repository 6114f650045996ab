import { type RefObject, useEffect, useState } from "react";
import siteStyles from "../../../ui/styles/site.css?url";

/** The body of a frame with the style sheet of the site; null until the sheet is loaded. */
export function useFrameBody(frame: RefObject<HTMLIFrameElement | null>): HTMLElement | null {
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!inner) return;
    const sheet = inner.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = siteStyles;
    const show = () => setBody(inner.body);
    // Waits for the style sheet, so that no unstyled section flashes; after an error it is shown
    // unstyled. Fonts are awaited too, because text drawn before an optional font keeps its
    // fallback.
    sheet.onload = () =>
      void Promise.allSettled([...inner.fonts].map((face) => face.load())).then(show);
    sheet.onerror = show;
    inner.head.replaceChildren(sheet);
    inner.documentElement.lang = "en";
  }, [frame]);
  return body;
}
