import { paragraph, text } from "#content/model/fields.ts";
import { isSwitchedOn } from "#content/model/is-switched-on.ts";
import { CheckSection } from "../sections/check-section.tsx";
import { defineSection } from "./define-section.ts";
import { DrawnHeading, DrawnText, green, KindDrawing, wheat } from "./kind-drawing.tsx";
import { formOf, SectionFormFields } from "./section-form.tsx";

const help = "Without a text, the section shows that of the SEO check.";

export const check = defineSection({
  name: "check",
  title: "Free check",
  group: "Forms",
  note: "The field of the free SEO check. It is not shown while the check is switched off.",
  labelField: "heading",
  headingField: "heading",
  fields: {
    heading: text("Heading", { maxLength: 120 }),
    details: paragraph("Text", { maxLength: 600, optional: true, help }),
    button: text("Button text", { maxLength: 40, optional: true, help }),
  },
  example: {
    heading: "How does your website look to a search engine?",
    details: "",
    button: "",
  },
  drawing: (
    <KindDrawing>
      <path d="M4 8h88v48H4z" fill={green} stroke="none" opacity="0.35" />
      <DrawnHeading x={12} y={20} width={50} />
      <DrawnText x={12} y={28} width={34} lines={1} />
      <path d="M12 36h46v10H12z" />
      <path d="M63 41h21" strokeWidth="10" stroke={wheat} strokeLinecap="butt" />
    </KindDrawing>
  ),
  isEmpty: ({ site }) => !isSwitchedOn(site.seoCheck),
  Component: ({ id, values, site, form, isTitle }) => {
    const { heading, details, button } = values;
    const { seoCheck } = site;
    return (
      <CheckSection
        id={id}
        fieldId={`${id}-website`}
        check={
          seoCheck && {
            ...seoCheck,
            checkHeading: heading,
            checkDetails: details || seoCheck.checkDetails,
            checkButton: button || seoCheck.checkButton,
          }
        }
        action={undefined}
        form={formOf(form, id)}
        isTitle={isTitle === true}
      >
        <SectionFormFields id={id} form="check" />
      </CheckSection>
    );
  },
});
