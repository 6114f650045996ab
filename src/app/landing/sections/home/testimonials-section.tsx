import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Testimonial, TestimonialHeading } from "#content/blocks/testimonials.ts";
import { SectionHeading } from "../headings.tsx";
import testimonialsSheet from "./testimonials-section.css?sheet";

interface TestimonialsSectionProps {
  heading: Omit<TestimonialHeading, "_id"> | undefined;
  items: readonly Testimonial[];
  id?: string;
  /** True if the heading is the page's title. */
  isTitle?: boolean | undefined;
}

export function TestimonialsSection(props: TestimonialsSectionProps) {
  const { heading, items, id = "testimonial", isTitle } = props;
  useSheet(testimonialsSheet);
  if (items.length === 0) return null;
  return (
    <section className="testimonials grid" id={id}>
      {heading && (
        <SectionHeading
          text={heading.testimonialText}
          heading={heading.testimonialHeading}
          isTitle={isTitle}
        />
      )}
      <ul className="testimonials__entries">
        {items.map((item) => (
          <li className={entryClass(item)} key={item._id}>
            <figure>
              <blockquote className="entry__words">{item.desc}</blockquote>
              <Result item={item} />
              {item.photo && (
                <span className="entry__photo">
                  <Picture
                    address={item.photo}
                    alt={`Photo of ${item.company || item.personName}`}
                    sizes="(max-width: 60rem) 88vw, 40vw"
                  />
                </span>
              )}
              <figcaption className="entry__person">
                {item.image && (
                  <span className="entry__medallion">
                    <Picture
                      address={item.image}
                      alt={`Portrait of ${item.personName}`}
                      sizes="10rem"
                    />
                  </span>
                )}
                <span>
                  <strong className="entry__name">{item.personName}</strong>
                  <Company item={item} />
                  {item.personTitle && <span className="entry__title">{item.personTitle}</span>}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A number counts only together with what it counts. */
function Result({ item: { resultNumber, resultText, resultPeriod } }: { item: Testimonial }) {
  if (resultNumber === "" || resultText === "") return null;
  return (
    <p className="entry__result">
      <strong>{resultNumber}</strong>{" "}
      <span>
        {resultText}
        {resultPeriod && <small>{resultPeriod}</small>}
      </span>
    </p>
  );
}

function Company({ item: { company, companyLink } }: { item: Testimonial }) {
  const name = company || companyLink.replace(/^https?:\/\/(www\.)?|\/$/g, "");
  if (name === "") return null;
  return (
    <span className="entry__company">
      {companyLink ? (
        <a href={companyLink} rel="noopener">
          {name}
        </a>
      ) : (
        name
      )}
    </span>
  );
}

// Longest testimonial that is shown in large type, in characters. A longer text in large type would
// fill a screen.
const longestLargeEntry = 220;

function entryClass(item: Testimonial): string {
  return item.desc.length > longestLargeEntry ? "entry entry--long" : "entry";
}
