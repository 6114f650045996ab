import type { ReactNode } from "react";
import bandSheet from "#app/ui/band.css?sheet";
import { FurrowLines, GroundLine } from "#app/ui/drawings/drawings.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { ValuesOf } from "#content/model/define.ts";
import { choice, image, paragraph, text, url } from "#content/model/fields.ts";
import headingsSheet from "../sections/headings.css?sheet";
import { Crumbs } from "../sections/headings.tsx";
import { nightOf } from "../sections/home/banner-section.tsx";
import { defineSection, type SectionProps } from "./define-section.ts";
import { DrawnHeading, DrawnText, green, KindDrawing } from "./kind-drawing.tsx";
import pageHeadingSheet from "./page-heading.css?sheet";

const looks = ["Green band", "Beside a picture", "Above a wide picture"] as const;

const fields = {
  look: choice("Look", looks, {
    byDefault: "Green band",
    labels: {
      "Green band": "Coloured band",
      "Beside a picture": "Beside a picture",
      "Above a wide picture": "Above a wide picture",
    },
    help: "The looks with a picture need one.",
  }),
  line: text("Line above the heading", { maxLength: 80, optional: true }),
  heading: text("Heading", { maxLength: 120 }),
  details: paragraph("Text", { maxLength: 600, optional: true }),
  buttonText: text("Button text", { maxLength: 40, optional: true }),
  buttonLink: url("Button link", { optional: true }),
  secondText: text("Second button text", { maxLength: 40, optional: true }),
  secondLink: url("Second button link", { optional: true }),
  picture: image("Picture", { optional: true }),
  crumb: text("Name in the breadcrumb", {
    maxLength: 80,
    optional: true,
    help: "Shown as “Home / name” above the heading. Leave it empty on a page without a menu.",
  }),
};

type Values = ValuesOf<typeof fields>;

export const pageHeading = defineSection({
  name: "pageHeading",
  title: "Page heading",
  group: "Words",
  note: "The first thing on a page: its title, a sentence and what to do next.",
  labelField: "heading",
  headingField: "heading",
  fields,
  example: {
    look: "Green band",
    line: "",
    heading: "Search work for shops that sell online",
    details:
      "We find out what your customers type, repair what keeps them from finding you, and show you each month what changed.",
    buttonText: "See the plans",
    buttonLink: "/pricing/",
    secondText: "Ask a question",
    secondLink: "/contact",
    picture: "",
    crumb: "Online shops",
  },
  drawing: (
    <KindDrawing>
      <path d="M4 10h88v44H4z" fill={green} stroke="none" opacity="0.35" />
      <DrawnHeading x={12} y={24} width={46} />
      <DrawnText x={12} y={32} width={38} lines={2} />
      <path d="M12 46h16" strokeWidth="5" stroke={green} />
    </KindDrawing>
  ),
  Component: PageHeading,
});

function PageHeading({ id, values, isTitle }: SectionProps<typeof fields>) {
  useSheet(headingsSheet, pageHeadingSheet);
  const { picture, look } = values;
  const words = <Words id={id} values={values} isTitle={isTitle === true} />;
  if (look === "Green band" || picture === "") {
    return <Band id={id} words={words} isBand={look === "Green band"} />;
  }
  const isWide = look === "Above a wide picture";
  const isLarge = isWide && values.heading.length <= longestLarge;
  const kind = isWide ? "opening--wide" : "opening--beside grid";
  return (
    <header className={`opening ${kind}${isLarge ? " opening--large" : ""}`} id={id}>
      {isWide ? <div className="grid">{words}</div> : words}
      <div className="opening__picture">
        <Picture
          address={picture}
          dark={nightOf.get(picture)}
          sizes={isWide ? "100vw" : "(max-width: 60rem) 100vw, 45vw"}
          priority={isTitle === true}
        />
        {isWide && <GroundLine ground="paper" />}
      </div>
    </header>
  );
}

/** Longest heading that is shown in the largest type, in characters. */
const longestLarge = 40;

function Band({ id, words, isBand }: { id: string; words: ReactNode; isBand: boolean }) {
  useSheet(...(isBand ? [bandSheet] : []));
  return (
    <header className={`page-header opening grid${isBand ? " band" : ""}`} id={id}>
      {isBand && <FurrowLines />}
      {words}
    </header>
  );
}

function Words({ id, values, isTitle }: { id: string; values: Values; isTitle: boolean }) {
  const { line, heading, details, buttonText, buttonLink, secondText, secondLink, crumb } = values;
  const Heading = isTitle ? "h1" : "h2";
  return (
    <div className="opening__words">
      {crumb !== "" && isTitle && <Crumbs crumb={crumb} />}
      {line !== "" && <p className="opening__line">{line}</p>}
      <Heading className="page-header__title" id={`${id}-heading`}>
        {heading}
      </Heading>
      {details !== "" && <p className="page-header__text">{details}</p>}
      <div className="opening__actions">
        {buttonText !== "" && buttonLink !== "" && (
          <ButtonLink href={buttonLink}>{buttonText}</ButtonLink>
        )}
        {secondText !== "" && secondLink !== "" && (
          <ButtonLink href={secondLink} variant="secondary">
            {secondText}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
