import { type SyntheticEvent, useEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { useBusinessName } from "#app/document/business-name.ts";
import { ArticleText } from "#app/landing/articles/article-text.tsx";
import { PageBody, PageSections } from "#app/landing/page-body.tsx";
import { UploadedPictures } from "#app/ui/pictures/picture.tsx";
import { SiteFrame } from "#app/ui/site-frame/site-frame.tsx";
import { CollectSheets } from "#app/ui/styles/style-sheets.ts";
import { sectionsIn } from "#content/sections/section.ts";
import { lookOf } from "#look/look.ts";
import { useFramedSite } from "../content/preview/use-framed-site.ts";
import classes from "../editor/site-editor.module.css";
import type { ShownPage, SiteAsOf } from "./read-site-as-of.server.ts";

const visitor = { signedIn: false, email: null, panel: null, editsSite: false };

interface AsOfCanvasProps {
  shown: SiteAsOf;
  style: React.CSSProperties;
  /** Called with the address of a clicked link. */
  onFollow: (address: string) => void;
}

/** A page as visitors saw it. Its links lead to other pages of that time, and its forms do nothing. */
export default function AsOfCanvas({ shown, style, onFollow }: AsOfCanvasProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const look = useMemo(() => lookOf(shown.site.look), [shown.site.look]);
  const { body, sheets } = useFramedSite(frame, look);
  const businessName = useBusinessName();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top
  useEffect(() => {
    body?.ownerDocument.defaultView?.scrollTo(0, 0);
  }, [body, shown.page.key]);
  const { page, site, pictures } = shown;
  const follow = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const link = (event.target as Element).closest("a");
    const address = link?.getAttribute("href") ?? "";
    if (address !== "") onFollow(address);
  };
  const ignore = (event: SyntheticEvent) => event.preventDefault();
  return (
    <iframe ref={frame} title={`${page.title}, as it was`} className={classes.frame} style={style}>
      {body &&
        createPortal(
          // Catches what the links and forms in it do, by the keyboard too.
          <div onClickCapture={follow} onSubmitCapture={ignore}>
            <CollectSheets value={sheets}>
              <UploadedPictures value={pictures}>
                <SiteFrame
                  site={site}
                  businessName={businessName}
                  viewer={visitor}
                  withoutMenu={page.kind === "page" && page.record.withoutMenu === "Yes"}
                >
                  <PageAsItWas page={page} shown={shown} />
                </SiteFrame>
              </UploadedPictures>
            </CollectSheets>
          </div>,
          body,
        )}
    </iframe>
  );
}

function PageAsItWas({ page, shown: { site } }: { page: ShownPage; shown: SiteAsOf }) {
  if (page.kind === "original") return <PageBody page={page.name} site={site} />;
  const { record } = page;
  const sections = sectionsIn(record.sections ?? "");
  if (page.kind === "page") {
    return <PageSections site={site} sections={sections} title={record.pageTitle ?? ""} />;
  }
  return (
    <>
      <ArticleText values={record} site={site} />
      <PageSections site={site} sections={sections} title="" hasTitle />
    </>
  );
}
