import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { Block } from "../../../content/define.ts";
import { isLetter } from "../../../content/letters/letters.ts";
import { isListing } from "../../../content/search/listings.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import { letterFromWords, letterSenderOf } from "../../../mail/templates/letter-from-words.ts";
import type { FactsByAddress } from "../../../media/picture-file.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { Drawings } from "../../ui/drawings.tsx";
import { UploadedPictures } from "../../ui/uploaded-pictures.tsx";
import { LetterWindow } from "./letter-window.tsx";
import { ListingPreview } from "./listing-preview.tsx";
import { PreviewFrame } from "./preview-frame.tsx";
import { sectionsShowing, siteWith } from "./section-preview.tsx";
import { SectionWindow } from "./section-window.tsx";

interface RecordPreviewProps {
  block: Block;
  /** Of the record, or something in its place while it is being added. */
  id: string;
  typed: Readonly<Record<string, string>>;
  site: SiteContent;
  /** The site's own. */
  origin: string;
  pictures: FactsByAddress;
}

/** Whether a record of the block is seen anywhere while it is edited. */
export function hasPreview(block: Block): boolean {
  return isLetter(block) || isListing(block) || sectionsShowing(block).length > 0;
}

/** What is being typed as its readers will see it: in its section of the site, as a mail, or in search results. */
export function RecordPreview(props: RecordPreviewProps): ReactNode {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce ?? "";
  if (isLetter(props.block)) return <LetterPreview nonce={nonce} {...props} />;
  if (isListing(props.block)) return <ListingPreview {...props} />;
  return <SectionPreview nonce={nonce} {...props} />;
}

type WithNonce = RecordPreviewProps & { nonce: string };

function SectionPreview({ block, id, typed, site, pictures, nonce }: WithNonce) {
  const [section] = sectionsShowing(block);
  return (
    <PreviewFrame caption="As visitors will see it" desktopWidth={1280}>
      {(framed) => (
        <SectionWindow nonce={nonce} {...framed}>
          <UploadedPictures value={pictures}>
            <Drawings />
            {section?.render(siteWith(site, block, id, typed))}
          </UploadedPictures>
        </SectionWindow>
      )}
    </PreviewFrame>
  );
}

function LetterPreview({ block, typed, site, nonce }: WithNonce) {
  const { subject = "", words = "", buttonText = "", reason = "" } = typed;
  const { html } = letterFromWords({
    recipient: "",
    words: { subject, words, buttonText, reason },
    values: block.placeholders ?? {},
    url: "https://example.com/",
    sender: letterSenderOf(site.copyright, site.footerAddress),
  });
  return (
    <PreviewFrame caption="As it arrives, with examples filled in" desktopWidth={720}>
      {(framed) => <LetterWindow html={html} nonce={nonce} {...framed} />}
    </PreviewFrame>
  );
}
