import type { SectionDeclaration } from "./define-section.ts";

/** Every kind of section that the owner can add to a page. A new kind needs its file and a line here. */
const declarations: readonly SectionDeclaration[] = [];

export const sectionKinds: ReadonlyMap<string, SectionDeclaration> = new Map(
  declarations.map((kind) => [kind.name, kind]),
);
