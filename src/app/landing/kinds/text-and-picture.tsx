import { ButtonLink } from "#app/ui/forms/button.tsx";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { RichText } from "#app/ui/rich-text/rich-text.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { choice, image, richText, text, url } from "#content/model/fields.ts";
import { defineSection, type SectionProps } from "./define-section.ts";
import { Ground, groundField } from "./ground.tsx";
import { DrawnHeading, DrawnPicture, DrawnText, KindDrawing } from "./kind-drawing.tsx";
import { richExample } from "./rich-example.ts";
import { levelBelow, SectionWords, wordFields } from "./section-words.tsx";
import textAndPictureSheet from "./text-and-picture.css?sheet";

const fields = {
  line: wordFields.line,
  heading: wordFields.heading,
  text: richText("Text"),
  picture: image("Picture"),
  caption: text("Caption of the picture", { maxLength: 200, optional: true }),
  side: choice("Picture", ["On the right", "On the left"], { byDefault: "On the right" }),
  buttonText: text("Button text", { maxLength: 40, optional: true }),
  buttonLink: url("Button link", { optional: true }),
  ground: groundField,
};

export const textAndPicture = defineSection({
  name: "textAndPicture",
  title: "Text and picture",
  group: "Pictures",
  note: "A text beside a large picture that reaches the edge of the page.",
  labelField: "heading",
  headingField: "heading",
  fields,
  example: {
    line: "How we work",
    heading: "What nobody sees comes first",
    text: richExample(
      "A page that nobody can find is rarely badly written. More often it is slow, orphaned, or one of four that say the same. So we begin with what visitors never see: the order of the pages, the links between them, the weight of the pictures.",
      "Once that is in order, new pages are found sooner, and fewer of them are needed.",
    ),
    picture: "/patterns/arcs-upright.svg",
    caption: "",
    side: "On the right",
    buttonText: "How a month goes",
    buttonLink: "/service/#steps",
    ground: "Paper",
  },
  drawing: (
    <KindDrawing>
      <DrawnHeading x={8} y={16} width={34} />
      <DrawnText x={8} y={25} width={34} lines={5} />
      <DrawnPicture x={52} y={6} width={44} height={52} />
    </KindDrawing>
  ),
  Component: TextAndPicture,
});

function TextAndPicture({ id, values, isTitle }: SectionProps<typeof fields>) {
  useSheet(textAndPictureSheet);
  const { heading, picture, caption, side, buttonText, buttonLink, ground } = values;
  const isLeft = side === "On the left";
  return (
    <Ground id={id} ground={ground} className={isLeft ? "beside beside--left" : "beside"}>
      <div className="beside__words">
        <SectionWords values={values} isTitle={isTitle} />
        <RichText value={values.text} headingLevel={levelBelow(heading, isTitle)} />
        {buttonText !== "" && buttonLink !== "" && (
          <ButtonLink href={buttonLink} variant={ground === "Soil" ? "primary" : "secondary"}>
            {buttonText}
          </ButtonLink>
        )}
      </div>
      {picture !== "" && (
        <figure className="beside__picture">
          <Picture address={picture} sizes="(max-width: 60rem) 100vw, 48vw" />
          {caption !== "" && <figcaption>{caption}</figcaption>}
        </figure>
      )}
    </Ground>
  );
}
