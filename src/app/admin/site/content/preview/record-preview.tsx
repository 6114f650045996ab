import { lazy, memo, type ReactNode, Suspense, useEffect, useRef } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import type { Block } from "#content/model/define.ts";
import { emailLogoOf, emailLogoSources } from "#look/email-logo.ts";
import { lookOf } from "#look/look.ts";
import { emailFromTemplate, senderDetailsOf } from "#mail/templates/email.ts";
import { htmlOf } from "#mail/templates/email-html.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import { ListingPreview } from "./listing-preview.tsx";
import { type FrameProps, PreviewFrame } from "./preview-frame.tsx";
import type { PreviewSite } from "./preview-site.server.ts";

/** Makes the height of the element include the margins above and below its content. */
export const aroundContent = { display: "flow-root" };

interface LetterWindowProps extends FrameProps {
  /** A complete HTML document. */
  html: string;
  nonce: string;
}

function EmailFrame({ html, nonce, style, onContent }: LetterWindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!inner) return;
    // Replaces the nodes in the frame, because loading a new document at each key would flicker.
    const allowed = html.replace("<style>", `<style nonce="${nonce}">`);
    const mail = new DOMParser().parseFromString(allowed, "text/html");
    inner.documentElement.lang = mail.documentElement.lang;
    inner.head.replaceChildren(...mail.head.childNodes);
    const content = inner.createElement("div");
    content.style.display = aroundContent.display;
    content.append(...mail.body.childNodes);
    inner.body.replaceChildren(content);
    inner.body.className = mail.body.className;
    inner.body.style.cssText = mail.body.style.cssText;
    onContent(content);
  }, [html, nonce, onContent]);
  return (
    <iframe
      ref={frame}
      title="Preview"
      // Lets the panel read the height of the content. Scripts stay forbidden.
      sandbox="allow-same-origin"
      inert
      tabIndex={-1}
      style={style}
    />
  );
}

export interface RecordPreviewProps {
  block: Block;
  /** Id of the record, or a stand-in for a record that is being added. */
  id: string;
  typed: Readonly<Record<string, string>>;
  preview: PreviewSite;
  pictures: FactsByAddress;
}

export function hasPreview(block: Block, { inSections }: PreviewSite): boolean {
  return block.shownAs !== undefined || inSections.includes(block.name);
}

/** Loaded when it is shown, because it contains all sections of the site. */
const SectionPreview = lazy(() => import("./section-preview.tsx"));

/**
 * Shows the typed text in its section of the site, as an email or in search results. `memo`,
 * because rendering a preview is slow.
 */
export const RecordPreview = memo(function RecordPreview(props: RecordPreviewProps): ReactNode {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce ?? "";
  const { shownAs } = props.block;
  if (shownAs === "letter") return <LetterPreview nonce={nonce} {...props} />;
  if (shownAs === "listing") return <ListingPreview origin={props.preview.origin} {...props} />;
  return (
    <Suspense>
      <SectionPreview {...props} />
    </Suspense>
  );
});

type LetterPreviewProps = RecordPreviewProps & { nonce: string };

function LetterPreview({ block, typed, preview, nonce }: LetterPreviewProps) {
  const { site, business, pictures } = preview;
  const { subject = "", words = "", buttonText = "", reason = "" } = typed;
  const letter = emailFromTemplate({
    recipient: "",
    words: { subject, words, buttonText, reason },
    values: block.placeholders ?? {},
    secretPlaceholders: block.secretPlaceholders,
    url: "https://example.com/",
    links:
      block.linkBelow === undefined ? [] : [{ text: block.linkBelow, url: "https://example.com/" }],
    sender: senderDetailsOf(business, site.copyright, site.footerAddress),
  });
  const look = lookOf(site.look);
  const logo = emailLogoOf(emailLogoSources(site.logo, look), pictures, "");
  return (
    <PreviewFrame caption="As it will arrive, with example values" desktopWidth={720}>
      {(framed) => <EmailFrame html={htmlOf(letter, look, logo)} nonce={nonce} {...framed} />}
    </PreviewFrame>
  );
}
