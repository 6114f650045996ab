import { callToAction } from "./call-to-action.tsx";
import type { SectionDeclaration } from "./define-section.ts";
import { pageHeading } from "./page-heading.tsx";
import { points } from "./points.tsx";

/** Every kind of section that the owner can add to a page. A new kind needs its file and a line here. */
const declarations: readonly SectionDeclaration[] = [pageHeading, points, callToAction];

export const sectionKinds: ReadonlyMap<string, SectionDeclaration> = new Map(
  declarations.map((kind) => [kind.name, kind]),
);
