import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { image, paragraph, text } from "#content/model/fields.ts";
import { defineSection, type SectionProps } from "./define-section.ts";
import { Ground } from "./ground.tsx";
import { DrawnText, KindDrawing } from "./kind-drawing.tsx";
import logosSheet from "./logos.css?sheet";

const optional = { optional: true };

const fields = {
  heading: text("Heading", { maxLength: 120, optional: true }),
  names: paragraph("Names", {
    maxLength: 1000,
    help: "One per line, in the order of the logos. A name without a logo is shown as a word. Ask before you show the logo of a customer.",
  }),
  logoOne: image("Logo 1", optional),
  logoTwo: image("Logo 2", optional),
  logoThree: image("Logo 3", optional),
  logoFour: image("Logo 4", optional),
  logoFive: image("Logo 5", optional),
  logoSix: image("Logo 6", optional),
  logoSeven: image("Logo 7", optional),
  logoEight: image("Logo 8", optional),
};

export const logos = defineSection({
  name: "logos",
  title: "Logos",
  group: "Proof",
  note: "Logos or names in one printed strip: customers who agreed, tools that you use, memberships.",
  labelField: "heading",
  headingField: "heading",
  fields,
  example: {
    heading: "Tools that we work with",
    names: ["Search Console", "Bing Webmaster Tools", "Matomo", "Lighthouse", "axe"].join("\n"),
    logoOne: "",
    logoTwo: "",
    logoThree: "",
    logoFour: "",
    logoFive: "",
    logoSix: "",
    logoSeven: "",
    logoEight: "",
  },
  drawing: (
    <KindDrawing>
      <DrawnText x={8} y={16} width={30} lines={1} />
      <path d="M0 24h96v24H0z" fill="#e6dabd" stroke="none" />
      <g stroke="#231a12">
        <circle cx="16" cy="36" r="6" />
        <path d="M34 30h12v12H34zM62 42l7-12 7 12zM86 30v12m-4-6h8" />
      </g>
    </KindDrawing>
  ),
  Component: Logos,
});

function Logos({ id, values, isTitle }: SectionProps<typeof fields>) {
  useSheet(logosSheet);
  const { heading } = values;
  const names = values.names.split(/\r?\n/).map((name) => name.trim());
  const addresses = [
    values.logoOne,
    values.logoTwo,
    values.logoThree,
    values.logoFour,
    values.logoFive,
    values.logoSix,
    values.logoSeven,
    values.logoEight,
  ];
  const Heading = isTitle ? "h1" : "h2";
  const shown = Array.from({ length: Math.max(names.length, addresses.length) }, (_, place) => ({
    place,
    name: names[place] ?? "",
    address: addresses[place] ?? "",
  })).filter(({ name, address }) => name !== "" || address !== "");
  return (
    <Ground id={id} ground="Paper" className="logos">
      {heading !== "" && <Heading className="logos__heading">{heading}</Heading>}
      <ul className="logos__strip">
        {shown.map(({ place, name, address }) => (
          <li key={place}>
            {address === "" ? name : <Picture address={address} alt={name} sizes="11rem" />}
          </li>
        ))}
      </ul>
    </Ground>
  );
}
