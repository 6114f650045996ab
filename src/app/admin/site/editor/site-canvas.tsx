import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Values } from "#app/admin/frame/forms/use-typed-values.ts";
import { useBusinessName } from "#app/document/business-name.ts";
import { ArticleText } from "#app/landing/articles/article-text.tsx";
import { PageSections, sectionsOfPage } from "#app/landing/page-body.tsx";
import { type PageName, pageSections } from "#app/landing/page-sections.tsx";
import { UploadedPictures } from "#app/ui/pictures/picture.tsx";
import { SiteFrame } from "#app/ui/site-frame/site-frame.tsx";
import { CollectSheets } from "#app/ui/styles/style-sheets.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { originalKind, type Section, sectionsIn } from "#content/sections/section.ts";
import { lookOf } from "#look/look.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import { rowNameOf } from "../content/fields/sections/section-names.ts";
import { useFramedSite } from "../content/preview/use-framed-site.ts";
import { articlePlace, isArticle } from "./article-place.ts";
import type { EditorPage, EditorPlace } from "./editor-places.server.ts";
import classes from "./site-editor.module.css";

const visitor = { signedIn: false, email: null, panel: null, editsSite: false };

/** A part of the page that can be picked; one whose texts are in the form of the page has them. */
export interface CanvasPlace extends EditorPlace {
  readonly section?: Section;
  readonly article?: Values;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface SiteCanvasProps {
  page: EditorPage;
  /** The site with all drafts and the unsaved text. */
  site: SiteContent;
  /**
   * The site for the header, in which a hidden section has no link. Apart from `site`, because no
   * section has to render when the list of the sections changes.
   */
  frameSite: SiteContent;
  pictures: FactsByAddress;
  /** The record with the page's sections, as it is typed; null for a page without one. */
  values: Values | null;
  /** Id of the part that is being edited; the canvas scrolls to it. */
  open: string | null;
  style: React.CSSProperties;
  /** Called with the clicked part, its element and the clicked point. */
  onPick: (place: CanvasPlace, element: Element, point: Point) => void;
}

/** Shows a page as visitors see it. A click chooses the part to edit. */
export default function SiteCanvas(props: SiteCanvasProps) {
  const { page, site, frameSite, values, pictures, open, style, onPick } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const look = useMemo(() => lookOf(site.look), [site.look]);
  const { body, shownBody, sheets } = useFramedSite(frame, look);
  const businessName = useBusinessName();
  const text = values?.[page.form?.sections ?? ""] ?? "";
  const sections = useSteadySections(page, text);
  const places = useMemo(() => placesOf(page, sections, values), [page, sections, values]);
  useScrollTo(shownBody, places, open, page);
  return (
    <iframe ref={frame} title={`${page.title} page`} className={classes.frame} style={style}>
      {body &&
        createPortal(
          <PickLayer places={places} body={body} open={open} onPick={onPick}>
            <CollectSheets value={sheets}>
              <UploadedPictures value={pictures}>
                <SiteFrame
                  site={frameSite}
                  businessName={businessName}
                  viewer={visitor}
                  withoutMenu={values?.withoutMenu === "Yes"}
                >
                  <Shown page={page} values={values} sections={sections} site={site} />
                </SiteFrame>
              </UploadedPictures>
            </CollectSheets>
          </PickLayer>,
          body,
        )}
    </iframe>
  );
}

interface ShownProps extends Pick<SiteCanvasProps, "page" | "values" | "site"> {
  sections: readonly Section[];
}

function Shown({ page, values, sections, site }: ShownProps) {
  const originals = isSpecified(page.name) ? pageSections[page.name] : [];
  const article = isArticle(page) ? values : null;
  return (
    <>
      {article && <ArticleText values={article} site={site} />}
      <PageSections
        sections={sections}
        originals={originals}
        site={site}
        title={values?.pageTitle ?? values?.listingTitle ?? page.title}
        hasTitle={article !== null}
        isForTeam
      />
    </>
  );
}

function isSpecified(name: string): name is PageName {
  return Object.hasOwn(pageSections, name);
}

/**
 * The sections in the typed text. A section that did not change stays the same object, so that the
 * canvas renders only what was typed.
 */
function useSteadySections({ name }: EditorPage, text: string): readonly Section[] {
  const before = useRef<ReadonlyMap<string, { readonly text: string; readonly section: Section }>>(
    new Map(),
  );
  return useMemo(() => {
    const sections = isSpecified(name) ? sectionsOfPage(name, text) : sectionsIn(text);
    const known = sections.map((section) => {
      const said = JSON.stringify(section);
      const same = before.current.get(section.id);
      return [section.id, same?.text === said ? same : { text: said, section }] as const;
    });
    before.current = new Map(known);
    return known.map(([, { section }]) => section);
  }, [name, text]);
}

function placesOf(
  page: EditorPage,
  sections: readonly Section[],
  values: Values | null,
): readonly CanvasPlace[] {
  const { places } = page;
  const inPage = sections.flatMap((section): CanvasPlace[] => {
    const original = places.find(({ id }) => id === section.id);
    if (section.kind === originalKind) return original === undefined ? [] : [original];
    const { id } = section;
    return [{ id, title: rowNameOf(section).title, selector: `#${id}`, keys: [], section }];
  });
  const article = isArticle(page) && values !== null ? [{ ...articlePlace, article: values }] : [];
  return [...places.filter(({ isOriginal }) => !isOriginal), ...article, ...inPage];
}

interface PickLayerProps extends Pick<SiteCanvasProps, "open" | "onPick"> {
  places: readonly CanvasPlace[];
  body: HTMLElement;
  children: ReactNode;
}

/**
 * Makes the page inert and covers the page with a layer that takes the clicks. The layer has inline
 * styles, because the frame has only the style sheets of the site.
 */
function PickLayer({ places, body, open, onPick, children }: PickLayerProps) {
  const [hovered, setHovered] = useState<CanvasPlace | null>(null);
  const opened = places.find(({ id }) => id === open);
  const pick = ({ clientX: x, clientY: y }: Point & { clientX: number; clientY: number }) => {
    const place = placeAt(body, places, y);
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
        onPointerMove={(event: PointerEvent) => setHovered(placeAt(body, places, event.clientY))}
        onPointerLeave={() => setHovered(null)}
      >
        {opened && <Outline body={body} place={opened} isOpen />}
        {hovered && hovered.id !== open && <Outline body={body} place={hovered} />}
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
        outline: `3px ${isOpen ? "solid" : "dashed"} var(--brand)`,
        outlineOffset: -3,
      }}
    >
      <span
        style={{
          position: "absolute",
          insetInlineEnd: 0,
          padding: "6px 14px",
          background: "var(--brand)",
          color: "var(--on-brand)",
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

function placeAt(body: HTMLElement, places: readonly CanvasPlace[], y: number): CanvasPlace | null {
  const isAtHeight = (place: CanvasPlace) => {
    const box = elementOf(body, place)?.getBoundingClientRect();
    return box !== undefined && y >= box.top && y <= box.bottom;
  };
  return places.find(isAtHeight) ?? null;
}

/** Scrolls to a part when it is opened, unless most of the part is in view. */
function useScrollTo(
  body: HTMLElement | null,
  places: readonly CanvasPlace[],
  open: string | null,
  page: EditorPage,
): void {
  const place = places.find(({ id }) => id === open);
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
