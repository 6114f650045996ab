import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import siteCss from "../../ui/site.css?inline";
import type { FramedWindow } from "./preview-frame.tsx";

interface SectionWindowProps extends FramedWindow {
  /** The very sections of the site. */
  children: ReactNode;
  nonce: string;
}

/** The real section in a window of its own. */
export function SectionWindow({ children, nonce, style, onBody }: SectionWindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!inner) return;
    const sheet = inner.createElement("style");
    sheet.nonce = nonce;
    sheet.textContent = siteCss;
    inner.head.replaceChildren(sheet);
    inner.documentElement.lang = "en";
    setBody(inner.body);
    onBody(inner.body);
  }, [nonce, onBody]);
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
