import { callToAction } from "./call-to-action.tsx";
import { check } from "./check.tsx";
import { comparisonTable } from "./comparison-table.tsx";
import { contactForm } from "./contact-form.tsx";
import type { SectionDeclaration } from "./define-section.ts";
import { faq } from "./faq.tsx";
import { figures } from "./figures.tsx";
import { gallery } from "./gallery.tsx";
import { logos } from "./logos.tsx";
import { newestArticles } from "./newest-articles.tsx";
import { pageHeading } from "./page-heading.tsx";
import { plans } from "./plans.tsx";
import { points } from "./points.tsx";
import { quote } from "./quote.tsx";
import { steps } from "./steps.tsx";
import { testimonials } from "./testimonials.tsx";
import { text } from "./text.tsx";
import { textAndPicture } from "./text-and-picture.tsx";
import { video } from "./video.tsx";

/** Every kind of section that the owner can add to a page. A new kind needs its file and a line here. */
const declarations: readonly SectionDeclaration[] = [
  pageHeading,
  text,
  points,
  steps,
  faq,
  textAndPicture,
  gallery,
  video,
  quote,
  testimonials,
  figures,
  logos,
  callToAction,
  plans,
  contactForm,
  check,
  comparisonTable,
  newestArticles,
];

export const sectionKinds: ReadonlyMap<string, SectionDeclaration> = new Map(
  declarations.map((kind) => [kind.name, kind]),
);
