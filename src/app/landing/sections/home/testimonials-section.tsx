import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Testimonial, TestimonialHeading } from "#content/blocks/testimonials.ts";
import { SectionHeading } from "../headings.tsx";
import testimonialsSheet from "./testimonials-section.css?sheet";

interface TestimonialsSectionProps {
  heading: TestimonialHeading | undefined;
  items: readonly Testimonial[];
}

export function TestimonialsSection({ heading, items }: TestimonialsSectionProps) {
  useSheet(testimonialsSheet);
  if (items.length === 0) return null;
  return (
    <section className="testimonials grid" id="testimonial">
      {heading && (
        <SectionHeading text={heading.testimonialText} heading={heading.testimonialHeading} />
      )}
      <ul className="testimonials__entries">
        {items.map((item) => (
          <li className={entryClass(item)} key={item._id}>
            <figure>
              <blockquote className="entry__words">{item.desc}</blockquote>
              <figcaption className="entry__person">
                <span className="entry__medallion">
                  <Picture
                    address={item.image}
                    alt={`Portrait of ${item.personName}`}
                    sizes="10rem"
                  />
                </span>
                <span>
                  <strong className="entry__name">{item.personName}</strong>
                  <span className="entry__title">{item.personTitle}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Longest testimonial that is shown in large type, in characters. A longer text in large type would
// fill a screen.
const longestLargeEntry = 220;

function entryClass(item: Testimonial): string {
  return item.desc.length > longestLargeEntry ? "entry entry--long" : "entry";
}
