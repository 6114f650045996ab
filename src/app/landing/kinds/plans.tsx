import { paragraph } from "#content/model/fields.ts";
import { PricingSection } from "../sections/pricing/pricing-section.tsx";
import { defineSection } from "./define-section.ts";
import { DrawnHeading, green, KindDrawing, wheat } from "./kind-drawing.tsx";
import { namedIn } from "./lines.ts";
import { wordFields } from "./section-words.tsx";

export const plans = defineSection({
  name: "plans",
  title: "Plans",
  group: "Selling",
  note: "Your plans with prices and order buttons: all, or those that fit the page.",
  labelField: "heading",
  headingField: "heading",
  fields: {
    line: wordFields.line,
    heading: wordFields.heading,
    names: paragraph("Plans", {
      maxLength: 2000,
      optional: true,
      help: "The names of the plans to show, one per line. Without a name, the section shows all.",
    }),
  },
  example: { line: "What it costs", heading: "Choose how much to do", names: "" },
  drawing: (
    <KindDrawing>
      <DrawnHeading x={8} y={10} width={40} />
      {[8, 36, 64].map((x, index) => (
        <g key={x}>
          <path d={`M${x} ${index === 1 ? 18 : 22}h24v${index === 1 ? 40 : 34}h-24z`} />
          <path d={`M${x + 5} 46h14m-14 5h10`} strokeWidth="1" opacity="0.6" />
          <path
            d={`M${x + 12} 40v-9m0 4c0-4-3-5-6-5 0 4 2 5 6 5Zm0-2c0-4 3-5 6-5 0 4-2 5-6 5Z`}
            stroke={index === 1 ? wheat : green}
          />
        </g>
      ))}
    </KindDrawing>
  ),
  isEmpty: ({ values, site }) =>
    namedIn(values.names, site.pricingPackages, ({ packageName }) => packageName).length === 0,
  Component: ({ id, values, site, isTitle }) => {
    const { pricingPackages } = site;
    return (
      <PricingSection
        id={id}
        packages={namedIn(values.names, pricingPackages, ({ packageName }) => packageName)}
        titles={{
          pricingText: values.line,
          pricingHeading: values.heading,
          pricingRecommended: site.sectionTitles?.pricingRecommended ?? "",
          pricingTerms: site.sectionTitles?.pricingTerms ?? "",
        }}
        isTitle={isTitle}
      />
    );
  },
});
