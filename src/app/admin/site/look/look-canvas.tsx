import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { useBusinessName } from "#app/document/business-name.ts";
import { ArticleText } from "#app/landing/articles/article-text.tsx";
import { PageBody, PageSections } from "#app/landing/page-body.tsx";
import { pageSections } from "#app/landing/page-sections.tsx";
import { UploadedPictures } from "#app/ui/pictures/picture.tsx";
import { SiteFrame } from "#app/ui/site-frame/site-frame.tsx";
import { CollectSheets } from "#app/ui/styles/style-sheets.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { originalKind, sectionsIn } from "#content/sections/section.ts";
import { lookOf } from "#look/look.ts";
import type { Scheme } from "#look/roles.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import { useFramedSite } from "../content/preview/use-framed-site.ts";
import classes from "./look.module.css";

const visitor = { signedIn: false, email: null, panel: null, editsSite: false };

export type ShownPage = "home" | "pricing" | "service" | "article" | "contact" | "sampleMonth";

interface LookCanvasProps {
  title: string;
  page: ShownPage | "beginning";
  /** The site with the look that somebody is typing. */
  site: SiteContent;
  scheme: Scheme;
  pictures: FactsByAddress;
  article?: Readonly<Record<string, string>> | undefined;
  style: CSSProperties;
  /** True if the frame is a picture, which cannot be scrolled. */
  isStill?: boolean;
}

/** A page of the site in the look that somebody is typing. Its links and forms do nothing. */
export default function LookCanvas(props: LookCanvasProps) {
  const { title, page, site, scheme, pictures, style, isStill = false } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const inScheme = useMemo(() => withScheme(site, scheme), [site, scheme]);
  const look = lookOf(inScheme.look);
  const { body, sheets } = useFramedSite(frame, look);
  const businessName = useBusinessName();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top
  useEffect(() => {
    body?.ownerDocument.defaultView?.scrollTo(0, 0);
  }, [body, page]);
  return (
    <iframe
      ref={frame}
      title={title}
      className={classes.frame}
      // Without it, browsers put an opaque ground below a document of the other scheme.
      style={{ ...style, colorScheme: look.scheme === "Dark" ? "dark" : "light" }}
      {...(isStill ? { inert: true, tabIndex: -1, "aria-hidden": true } : {})}
    >
      {body &&
        createPortal(
          <div inert>
            <CollectSheets value={sheets}>
              <UploadedPictures value={pictures}>
                <SiteFrame site={inScheme} businessName={businessName} viewer={visitor}>
                  <Shown {...props} site={inScheme} />
                </SiteFrame>
              </UploadedPictures>
            </CollectSheets>
          </div>,
          body,
        )}
    </iframe>
  );
}

/** The site as a reader sees it whose device prefers the scheme. */
function withScheme(site: SiteContent, scheme: Scheme): SiteContent {
  const { look } = site;
  // A look that is always light has no dark pages.
  if (look === undefined || look.scheme !== "Both") return site;
  return { ...site, look: { ...look, scheme: scheme === "dark" ? "Dark" : "Light" } };
}

const beginning = pageSections.home.slice(0, 2);

function Shown({ page, site, article = {} }: LookCanvasProps): ReactNode {
  if (page === "article") {
    return (
      <>
        <ArticleText values={article} site={site} />
        <PageSections site={site} sections={sectionsIn(article.sections ?? "")} title="" hasTitle />
      </>
    );
  }
  if (page !== "beginning") return <PageBody page={page} site={site} />;
  return (
    <PageSections
      site={site}
      sections={beginning.map(({ id }) => ({ id, kind: originalKind, values: {} }))}
      originals={beginning}
      title=""
    />
  );
}
