import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import type { PageSheets } from "#app/ui/styles/style-sheets.ts";
import type { Look } from "#look/look.ts";
import { lookCss } from "#look/look-css.ts";
import { FrameSheets } from "./frame-sheets.ts";
import { useOwnCss } from "./use-own-css.ts";

interface FramedSite {
  /** The body of the frame, for a portal; null before the first effect. */
  readonly body: HTMLElement | null;
  /** The body once it is shown, which is when all style sheets and fonts have loaded. */
  readonly shownBody: HTMLElement | null;
  /** Collects the style sheets of the content. */
  readonly sheets: PageSheets;
}

/**
 * Prepares a frame in which the panel renders parts of the site, with their style sheets and in a
 * look. The content needs a `LookProvider` with the same look, such as that of `SiteFrame`.
 */
export function useFramedSite(frame: RefObject<HTMLIFrameElement | null>, look: Look): FramedSite {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce ?? "";
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [isShown, setShown] = useState(false);
  const [sheets] = useState(() => new FrameSheets());
  const css = useMemo(() => lookCss(look), [look]);
  const ownCss = useOwnCss(look.customCss);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!inner) return;
    inner.documentElement.lang = "en";
    inner.body.hidden = true;
    setBody(inner.body);
  }, [frame]);
  // After each render, because new content can need further style sheets.
  useLayoutEffect(() => {
    if (body === null) return;
    void sheets.dress(body.ownerDocument, look, { css, ownCss, nonce }).then((isDressed) => {
      if (!isDressed) return;
      body.hidden = false;
      setShown(true);
    });
  });
  return { body, shownBody: isShown ? body : null, sheets: sheets.ofContent };
}
