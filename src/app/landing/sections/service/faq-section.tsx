import plainFaqSheet from "#app/looks/plain-faq.css?sheet";
import { useLook } from "#app/ui/look-context.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { FaqHeading, FaqItem } from "#content/blocks/faq.ts";
import { SectionHeading } from "../headings.tsx";
import faqSheet from "./faq-section.css?sheet";

interface FaqSectionProps {
  heading: Omit<FaqHeading, "_id"> | undefined;
  items: readonly FaqItem[];
  id?: string;
  /** True if the heading is the page's title. */
  isTitle?: boolean | undefined;
}

export function FaqSection({ heading, items, id = "faq", isTitle }: FaqSectionProps) {
  const { hasDrawings } = useLook();
  useSheet(faqSheet, ...(hasDrawings ? [] : [plainFaqSheet]));
  if (items.length === 0) return null;
  return (
    <section className="faq grid" id={id}>
      {heading && (
        <SectionHeading text={heading.faqText} heading={heading.faqHeading} isTitle={isTitle} />
      )}
      <div className="faq__items">
        {items.map((item, index) => (
          <details className="faq__item" key={item._id} open={index === 0}>
            <summary>
              {item.accodingTitle}
              {hasDrawings ? <Sprout /> : <Plus />}
            </summary>
            <p>{item.accodingText}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** Small while the answer is closed, and grown above it. */
function Sprout() {
  return (
    <svg viewBox="0 0 24 28" aria-hidden="true">
      <path className="faq__ground" d="M0 27h24" />
      <use href="#sprout" />
    </svg>
  );
}

/** A minus while the answer is open. */
function Plus() {
  return (
    <svg className="faq__plus" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 12h18" />
      <path d="M12 3v18" />
    </svg>
  );
}
