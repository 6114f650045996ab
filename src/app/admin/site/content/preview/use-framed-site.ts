import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import frauncesSheet from "#app/ui/styles/fraunces.css?sheet";
import siteSheet from "#app/ui/styles/site.css?sheet";
import { PageSheets } from "#app/ui/styles/style-sheets.ts";

interface FramedSite {
  /** The body of the frame, for a portal; null before the first effect. */
  readonly body: HTMLElement | null;
  /** The body once it is shown, which is when all style sheets and fonts have loaded. */
  readonly shownBody: HTMLElement | null;
  /** Collects the style sheets of the content. */
  readonly sheets: PageSheets;
}

/** Prepares a frame in which the panel renders parts of the site, with their style sheets. */
export function useFramedSite(frame: RefObject<HTMLIFrameElement | null>): FramedSite {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [isShown, setShown] = useState(false);
  const [sheets] = useState(sheetsOfEveryPage);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!inner) return;
    inner.documentElement.lang = "en";
    inner.body.hidden = true;
    setBody(inner.body);
  }, [frame]);
  // After each render, because new content can need further style sheets.
  useLayoutEffect(() => {
    if (body !== null) void linkSheets(body, sheets).then(() => setShown(!body.hidden));
  });
  return { body, shownBody: isShown ? body : null, sheets };
}

function sheetsOfEveryPage(): PageSheets {
  const sheets = new PageSheets();
  sheets.add(siteSheet);
  sheets.add(frauncesSheet);
  return sheets;
}

async function linkSheets(body: HTMLElement, sheets: PageSheets): Promise<void> {
  const { head, fonts } = body.ownerDocument;
  const loading = sheets.inOrder().flatMap(({ address }, index) => {
    const there = head.children[index];
    if (there?.getAttribute("href") === address) return [];
    const link = head.ownerDocument.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    head.insertBefore(link, there ?? null);
    return new Promise((resolve) => {
      link.onload = resolve;
      // The content is then shown without this style sheet.
      link.onerror = resolve;
    });
  });
  if (loading.length === 0) return;
  // Waits for the style sheets, so that no section flashes without styles, and for the fonts,
  // because text drawn before an optional font arrives keeps the fallback font.
  await Promise.all(loading);
  await Promise.allSettled([...fonts].map((face) => face.load()));
  body.hidden = false;
}
