import { memo, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useBusinessName } from "#app/document/business-name.ts";
import { type PageSection, pageSections } from "#app/landing/page-sections.tsx";
import { UploadedPictures } from "#app/ui/pictures/picture.tsx";
import { SiteFrame } from "#app/ui/site-frame/site-frame.tsx";
import { CollectSheets } from "#app/ui/styles/style-sheets.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import { useFramedSite } from "../content/preview/use-framed-site.ts";
import type { EditorPage, EditorPlace } from "./editor-places.server.ts";
import classes from "./site-editor.module.css";

const visitor = { signedIn: false, email: null, panel: null, editsSite: false };

interface SectionProps {
  section: PageSection;
  site: SiteContent;
}

/** Renders only when one of its blocks changes, so that typing stays fast. */
const Section = memo(
  ({ section, site }: SectionProps) => section.render(site),
  (before, { section, site }) =>
    before.section === section && section.blocks.every((key) => before.site[key] === site[key]),
);

interface Point {
  readonly x: number;
  readonly y: number;
}

interface SiteCanvasProps {
  page: EditorPage;
  /** The site with all drafts and the unsaved text. */
  site: SiteContent;
  pictures: FactsByAddress;
  /** The part that is being edited; the canvas scrolls to it. */
  open: EditorPlace | null;
  style: React.CSSProperties;
  /** Called with the clicked part, its element and the clicked point. */
  onPick: (place: EditorPlace, element: Element, point: Point) => void;
}

/** Shows a page as visitors see it. A click chooses the part to edit. */
export default function SiteCanvas({ page, site, pictures, open, style, onPick }: SiteCanvasProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { body, shownBody, sheets } = useFramedSite(frame);
  useScrollTo(shownBody, open, page);
  const businessName = useBusinessName();
  const sections: readonly PageSection[] = pageSections[page.name];
  return (
    <iframe ref={frame} title={`${page.title} page`} className={classes.frame} style={style}>
      {body &&
        createPortal(
          <PickLayer page={page} body={body} open={open} onPick={onPick}>
            <CollectSheets value={sheets}>
              <UploadedPictures value={pictures}>
                <SiteFrame site={site} businessName={businessName} viewer={visitor}>
                  {sections.map((section) => (
                    <Section key={section.id} section={section} site={site} />
                  ))}
                </SiteFrame>
              </UploadedPictures>
            </CollectSheets>
          </PickLayer>,
          body,
        )}
    </iframe>
  );
}

interface PickLayerProps extends Pick<SiteCanvasProps, "page" | "open" | "onPick"> {
  body: HTMLElement;
  children: ReactNode;
}

/**
 * Makes the page inert and covers the page with a layer that takes the clicks. The layer has inline
 * styles, because the frame has only the style sheets of the site.
 */
function PickLayer({ page, body, open, onPick, children }: PickLayerProps) {
  const [hovered, setHovered] = useState<EditorPlace | null>(null);
  const pick = ({ clientX: x, clientY: y }: Point & { clientX: number; clientY: number }) => {
    const place = placeAt(body, page, y);
    const element = place && elementOf(body, place);
    if (place && element) onPick(place, element, { x, y });
  };
  return (
    <div style={{ position: "relative" }}>
      <div inert>{children}</div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the list of sections beside it does the same by keyboard */}
      <div
        style={{ position: "absolute", inset: 0, zIndex: 20, cursor: "pointer" }}
        onClick={(event) => pick({ ...event, x: event.clientX, y: event.clientY })}
        onPointerMove={(event: PointerEvent) => setHovered(placeAt(body, page, event.clientY))}
        onPointerLeave={() => setHovered(null)}
      >
        {open && <Outline body={body} place={open} isOpen />}
        {hovered && hovered.id !== open?.id && <Outline body={body} place={hovered} />}
      </div>
    </div>
  );
}

interface OutlineProps {
  body: HTMLElement;
  place: EditorPlace;
  isOpen?: boolean;
}

function Outline({ body, place, isOpen = false }: OutlineProps) {
  const element = elementOf(body, place);
  if (element === null) return null;
  const { top, height } = element.getBoundingClientRect();
  const scrolled = body.ownerDocument.defaultView?.scrollY ?? 0;
  return (
    <div
      style={{
        position: "absolute",
        top: top + scrolled,
        height,
        insetInline: 0,
        outline: `3px ${isOpen ? "solid" : "dashed"} #2f5a36`,
        outlineOffset: -3,
      }}
    >
      <span
        style={{
          position: "absolute",
          insetInlineEnd: 0,
          padding: "6px 14px",
          background: "#2f5a36",
          color: "#fff",
          font: "600 15px/1.4 system-ui, sans-serif",
        }}
      >
        {place.title}
      </span>
    </div>
  );
}

function elementOf(body: HTMLElement, { selector }: EditorPlace): Element | null {
  return selector === null ? null : body.querySelector(selector);
}

function placeAt(body: HTMLElement, { places }: EditorPage, y: number): EditorPlace | null {
  const isAtHeight = (place: EditorPlace) => {
    const box = elementOf(body, place)?.getBoundingClientRect();
    return box !== undefined && y >= box.top && y <= box.bottom;
  };
  return places.find(isAtHeight) ?? null;
}

/** Scrolls to a part when it is opened, unless most of the part is in view. */
function useScrollTo(body: HTMLElement | null, place: EditorPlace | null, page: EditorPage): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top
  useEffect(() => {
    body?.ownerDocument.defaultView?.scrollTo(0, 0);
  }, [body, page.name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: saving brings the same place again
  useEffect(() => {
    const element = body && place && elementOf(body, place);
    const view = body?.ownerDocument.defaultView;
    if (!element || !view) return;
    const { top, bottom } = element.getBoundingClientRect();
    const isInView = top >= 0 ? top < view.innerHeight / 2 : bottom > view.innerHeight / 2;
    // `scrollIntoView` would also scroll the panel around the frame.
    if (!isInView) view.scrollTo({ top: view.scrollY + top, behavior: "instant" });
  }, [body, place?.id]);
}
