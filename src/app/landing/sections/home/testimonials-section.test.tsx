import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Testimonial, testimonials } from "#content/blocks/testimonials.ts";
import { TestimonialsSection } from "./testimonials-section.tsx";

const bare = {
  ...testimonials.seed[0],
  company: "",
  companyLink: "",
  resultNumber: "",
  resultText: "",
  resultPeriod: "",
  photo: "",
  _id: "one",
} as Testimonial;

function shown(facts: Partial<Testimonial>): string {
  const items = [{ ...bare, ...facts }];
  const markup = renderToStaticMarkup(<TestimonialsSection heading={undefined} items={items} />);
  return markup.replaceAll("<!-- -->", "");
}

test("a testimonial shows the facts that the owner has entered, and no place for others", () => {
  const link = "https://www.lindqvist.example/";
  const result = { resultNumber: "41", resultText: "enquiries" };
  expect(shown({})).not.toMatch(/entry__(result|company|photo)/);
  expect(shown({})).toContain("Portrait of");
  expect(shown({ image: "", personTitle: "" })).not.toMatch(/entry__(medallion|title)|<img/);
  expect(shown({ company: "Lindqvist" })).toContain(">Lindqvist</span>");
  expect(shown({ company: "Lindqvist", companyLink: link })).toContain(
    `<a href="${link}" rel="noopener">Lindqvist</a>`,
  );
  expect(shown({ companyLink: link })).toContain(">lindqvist.example</a>");
  expect(shown(result)).toContain("<strong>41</strong> <span>enquiries</span>");
  expect(shown({ ...result, resultPeriod: "May" })).toContain("enquiries<small>May</small>");
  // A number without what it counts proves nothing.
  expect(shown({ resultNumber: "41" })).not.toContain("41");
  expect(shown({ company: "Lindqvist", photo: "/pictures/from-above.webp" })).toContain(
    'alt="Photo of Lindqvist"',
  );
});
