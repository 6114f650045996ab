import { useEffect, useRef } from "react";
import type { FramedWindow } from "./preview-frame.tsx";

interface LetterWindowProps extends FramedWindow {
  /** A whole document. */
  html: string;
  nonce: string;
}

/** A mail as it looks, in a window that runs no script whatever the mail says. */
export function LetterWindow({ html, nonce, style, onBody }: LetterWindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!inner) return;
    // Written into the window rather than loaded, so that it does not flicker at each letter typed.
    const allowed = html.replace("<style>", `<style nonce="${nonce}">`);
    const mail = new DOMParser().parseFromString(allowed, "text/html");
    inner.documentElement.lang = mail.documentElement.lang;
    inner.head.replaceChildren(...mail.head.childNodes);
    inner.body.replaceChildren(...mail.body.childNodes);
    inner.body.className = mail.body.className;
    inner.body.style.cssText = mail.body.style.cssText;
    onBody(inner.body);
  }, [html, nonce, onBody]);
  return (
    <iframe
      ref={frame}
      title="Preview"
      // The panel reads its height; it may do nothing by itself.
      sandbox="allow-same-origin"
      inert
      tabIndex={-1}
      style={style}
    />
  );
}
