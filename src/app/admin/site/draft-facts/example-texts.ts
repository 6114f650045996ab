import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { patterns } from "#app/landing/patterns.ts";
import { sectionsIn } from "#content/sections/section.ts";

/** Shorter texts, such as "Ask us", can be anybody's own. */
const leastTelling = 40;

/** The texts with which sections and patterns begin, and that the owner replaces. */
const exampleTexts: ReadonlySet<string> = new Set(
  [
    ...[...sectionKinds.values()].flatMap(({ example }) => Object.values(example)),
    ...patterns.flatMap(({ valuesFor }) => {
      const { sections = "", ...values } = valuesFor("");
      return [
        ...Object.values(values),
        ...sectionsIn(sections).flatMap((section) => Object.values(section.values)),
      ];
    }),
  ].filter(({ length }) => length >= leastTelling),
);

/** Whether a text is still the one that the program wrote. */
export function isExampleText(text: string): boolean {
  return exampleTexts.has(text);
}
