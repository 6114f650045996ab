import { image, mark, paragraph, text, url } from "#content/model/fields.ts";
import { wordsOf } from "#content/model/seeded-words.ts";
import { ContactSection } from "../sections/home/contact-section.tsx";
import { defineSection } from "./define-section.ts";
import { DrawnHeading, DrawnPicture, green, KindDrawing } from "./kind-drawing.tsx";
import { formOf, SectionFormFields } from "./section-form.tsx";
import { wordFields } from "./section-words.tsx";

export const contactForm = defineSection({
  name: "contactForm",
  title: "Contact form",
  group: "Forms",
  note: "Your contact form beside a picture. Messages arrive where those of the contact page do.",
  labelField: "heading",
  headingField: "heading",
  fields: {
    line: wordFields.line,
    heading: text("Heading", { maxLength: 120 }),
    details: paragraph("Text", { maxLength: 600, optional: true }),
    picture: image("Picture", { optional: true }),
    withAddress: mark("Show your address below the picture"),
    after: url("Page after sending", {
      optional: true,
      help: "A page of this site that thanks the sender. Without one, the usual page does.",
    }),
  },
  example: {
    line: "Ask us",
    heading: "Tell us what you sell",
    details: "A person reads your message and answers with a first opinion. No sales call follows.",
    picture: "/patterns/grid.svg",
    withAddress: "",
    after: "",
  },
  drawing: (
    <KindDrawing>
      <DrawnHeading x={8} y={12} width={34} />
      <path d="M8 20h18v7H8zm22 0h18v7H30zM8 31h40v14H8z" />
      <path d="M8 53h16" strokeWidth="6" stroke={green} />
      <DrawnPicture x={58} y={14} width={30} height={34} />
    </KindDrawing>
  ),
  Component: ({ id, values, site, form, isTitle }) => {
    const { line, heading, details, picture, withAddress, after } = values;
    return (
      <ContactSection
        id={id}
        fieldIds={id}
        sections={[
          { _id: id, contactImg: picture, contactTitle: heading, contactDetails: details },
        ]}
        address={withAddress === "Yes" ? site.footerAddress : undefined}
        titles={{ contactText: line }}
        answerTime={wordsOf(site).answerTime ?? ""}
        action={undefined}
        form={formOf(form, id)}
        isTitle={isTitle === true}
      >
        <SectionFormFields id={id} form="contact" after={after} />
      </ContactSection>
    );
  },
});
