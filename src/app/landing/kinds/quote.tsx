import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { image, paragraph, text, url } from "#content/model/fields.ts";
import { defineSection, type SectionProps } from "./define-section.ts";
import { Ground, groundField } from "./ground.tsx";
import { DrawnHeading, DrawnText, green, KindDrawing, wheat } from "./kind-drawing.tsx";
import quoteSheet from "./quote.css?sheet";

const fields = {
  words: paragraph("Quote", {
    maxLength: 800,
    help: "Without quotation marks, which are drawn. Ask the person before you publish their words.",
  }),
  author: text("Author", { maxLength: 80 }),
  role: text("What the author does", { maxLength: 120, optional: true }),
  portrait: image("Portrait", { optional: true }),
  link: url("Link to the author", {
    optional: true,
    help: "Such as their website. Readers can look there whether the words are real.",
  }),
  ground: groundField,
};

export const quote = defineSection({
  name: "quote",
  title: "Quote",
  group: "Proof",
  note: "The words of one person, large, with name and portrait.",
  labelField: "author",
  fields,
  example: {
    words:
      "Put the words of a customer here: what was wrong before, what you did, and what is different now. Two sentences are enough.",
    author: "Name of your customer",
    role: "What they do, and where",
    portrait: "",
    link: "",
    ground: "Paper",
  },
  drawing: (
    <KindDrawing>
      <path d="M10 22c0-5 2-8 6-10m4 10c0-5 2-8 6-10" stroke={wheat} strokeWidth="3" />
      <DrawnHeading x={32} y={16} width={54} />
      <DrawnHeading x={32} y={26} width={48} />
      <DrawnHeading x={32} y={36} width={30} />
      <circle cx="38" cy="51" r="6" stroke={green} />
      <DrawnText x={50} y={50} width={28} lines={1} />
    </KindDrawing>
  ),
  Component: Quote,
});

function Quote({ id, values }: SectionProps<typeof fields>) {
  useSheet(quoteSheet);
  const { words, author, role, portrait, link, ground } = values;
  return (
    <Ground id={id} ground={ground} className="quote">
      <figure
        className={
          words.length > longestLarge ? "quote__figure quote__figure--long" : "quote__figure"
        }
      >
        <blockquote className="quote__words">{words}</blockquote>
        <figcaption className="quote__author">
          {portrait !== "" && (
            <span className="quote__portrait">
              <Picture address={portrait} alt={`Portrait of ${author}`} sizes="8rem" />
            </span>
          )}
          <span>
            <strong>{link === "" ? author : <a href={link}>{author}</a>}</strong>
            {role !== "" && <span>{role}</span>}
          </span>
        </figcaption>
      </figure>
    </Ground>
  );
}

/** Longest quote that is shown in large type, in characters. */
const longestLarge = 280;
