import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { AnyRecord, Shape } from "../../../../content/model/define.ts";
import type { SiteContent } from "../../../../content/model/site-content.ts";
import { type PageSection, pageSections } from "../../../landing/page-sections.tsx";
import siteStyles from "../../../ui/styles/site.css?url";
import type { FramedWindow } from "./preview-frame.tsx";

interface SectionWindowProps extends FramedWindow {
  /** The very sections of the site. */
  children: ReactNode;
}

/** The real section in a window of its own. */
export function SectionWindow({ children, style, onBody }: SectionWindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!inner) return;
    const sheet = inner.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = siteStyles;
    const show = () => {
      setBody(inner.body);
      onBody(inner.body);
    };
    // A section without its style would be seen for a moment; one whose style is lost is seen so. The
    // site's face is optional: what is drawn before it is there keeps another one.
    sheet.onload = () =>
      void Promise.allSettled([...inner.fonts].map((face) => face.load())).then(show);
    sheet.onerror = show;
    inner.head.replaceChildren(sheet);
    inner.documentElement.lang = "en";
  }, [onBody]);
  return (
    <iframe
      ref={frame}
      title="Preview"
      // Nothing in it is to be clicked: it shows what is being typed.
      inert
      tabIndex={-1}
      style={style}
    >
      {body && createPortal(children, body)}
    </iframe>
  );
}

/** The sections in which a block's records are seen, by the key that the site has them under. */
export function sectionsShowing(key: string | undefined): readonly PageSection[] {
  return Object.values(pageSections)
    .flat()
    .filter(({ blocks }) => (blocks as readonly string[]).includes(key ?? ""));
}

/** What the site would say with one record as it is being typed. */
export function siteWith(
  site: SiteContent,
  key: string | undefined,
  shape: Shape,
  typed: AnyRecord,
): SiteContent {
  if (key === undefined) return site;
  const current = (site as unknown as Record<string, AnyRecord | readonly AnyRecord[]>)[key];
  if (shape === "singleton") return { ...site, [key]: typed };
  const records = Array.isArray(current) ? (current as readonly AnyRecord[]) : [];
  const replaced = records.map((record) => (record._id === typed._id ? typed : record));
  const isNew = !records.some(({ _id }) => _id === typed._id);
  return { ...site, [key]: isNew ? [...records, typed] : replaced };
}
