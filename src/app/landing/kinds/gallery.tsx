import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { image, paragraph } from "#content/model/fields.ts";
import { defineSection, type SectionProps } from "./define-section.ts";
import gallerySheet from "./gallery.css?sheet";
import { Ground, groundField } from "./ground.tsx";
import { DrawnPicture, KindDrawing } from "./kind-drawing.tsx";
import { SectionWords, wordFields } from "./section-words.tsx";

const fields = {
  ...wordFields,
  pictureOne: image("Picture 1"),
  pictureTwo: image("Picture 2", { optional: true }),
  pictureThree: image("Picture 3", { optional: true }),
  pictureFour: image("Picture 4", { optional: true }),
  pictureFive: image("Picture 5", { optional: true }),
  pictureSix: image("Picture 6", { optional: true }),
  captions: paragraph("Captions", {
    maxLength: 2000,
    optional: true,
    help: "One per line, in the order of the pictures. An empty line leaves out a caption.",
  }),
  ground: groundField,
};

export const gallery = defineSection({
  name: "gallery",
  title: "Gallery",
  group: "Pictures",
  note: "Up to six pictures with captions; the first is the largest.",
  labelField: "heading",
  headingField: "heading",
  fields,
  example: {
    line: "",
    heading: "A year in four pictures",
    details: "",
    pictureOne: "/patterns/arcs.svg",
    pictureTwo: "/patterns/grid-square.svg",
    pictureThree: "/patterns/steps-square.svg",
    pictureFour: "/patterns/rings-square.svg",
    pictureFive: "",
    pictureSix: "",
    captions: "The first quarter: what was repaired shows.\nThe second\nThe third\nThe fourth",
    ground: "Paper",
  },
  drawing: (
    <KindDrawing>
      <DrawnPicture x={6} y={8} width={48} height={48} />
      <DrawnPicture x={58} y={8} width={32} height={22} />
      <DrawnPicture x={58} y={34} width={32} height={22} />
    </KindDrawing>
  ),
  Component: Gallery,
});

function Gallery({ id, values, isTitle }: SectionProps<typeof fields>) {
  useSheet(gallerySheet);
  const captions = values.captions.split(/\r?\n/).map((caption) => caption.trim());
  const pictures = [
    values.pictureOne,
    values.pictureTwo,
    values.pictureThree,
    values.pictureFour,
    values.pictureFive,
    values.pictureSix,
  ]
    .map((address, place) => ({ address, place, caption: captions[place] ?? "" }))
    .filter(({ address }) => address !== "");
  return (
    <Ground id={id} ground={values.ground} className="gallery">
      <SectionWords values={values} isTitle={isTitle} />
      <ul className={`gallery__pictures gallery__pictures--${pictures.length}`}>
        {pictures.map(({ address, place, caption }) => (
          <li key={place}>
            <figure>
              <Picture address={address} sizes="(max-width: 48rem) 100vw, 50vw" />
              {caption !== "" && <figcaption>{caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
    </Ground>
  );
}
