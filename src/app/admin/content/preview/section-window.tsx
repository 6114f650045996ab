import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
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
