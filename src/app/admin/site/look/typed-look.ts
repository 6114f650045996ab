import type { Values } from "#app/admin/frame/forms/use-typed-values.ts";
import type { LookRecord } from "#content/blocks/look.ts";
import { rolesOf } from "#look/colours/recolour.ts";
import { designs } from "#look/designs.ts";
import { darkField } from "#look/look.ts";
import { type Role, type Roles, roles, type Scheme } from "#look/roles.ts";
import { isColour, spelledColour } from "../content/fields/colour-text.ts";

/** The field of a role's colour in a scheme. */
export function fieldOf(role: Role, scheme: Scheme): Exclude<keyof LookRecord, "_id"> {
  return scheme === "light" ? role : darkField[role];
}

/** The look that somebody is typing. A colour that is not complete yet is that of the design. */
export function typedLook(id: string, values: Values): LookRecord {
  const complete = (["light", "dark"] as const).flatMap((scheme) =>
    roles.map((role) => {
      const field = fieldOf(role, scheme);
      const text = spelledColour(values[field] ?? "");
      return [field, isColour(text) ? text : ""] as const;
    }),
  );
  return { _id: id, ...values, ...Object.fromEntries(complete) } as LookRecord;
}

/** The colours of both schemes, with those of the design where none is chosen. */
export function rolesOfLook(look: LookRecord): Readonly<Record<Scheme, Roles>> {
  const chosen = (scheme: Scheme) =>
    Object.fromEntries(
      roles.flatMap((role) => {
        const text = look[fieldOf(role, scheme)];
        return text === "" ? [] : [[role, text] as const];
      }),
    ) as Partial<Roles>;
  return rolesOf(designs[look.design], chosen("light"), chosen("dark"));
}

export function hasOwnColours(values: Values): boolean {
  return roles.some((role) => values[role] !== "" || values[darkField[role]] !== "");
}

/** Values that give up all own colours. */
export const designColours: Values = Object.fromEntries(
  roles.flatMap((role) => [
    [role, ""],
    [darkField[role], ""],
  ]),
);

/** Values in which the colours are those of a palette, and the dark ones follow from them. */
export function inColours(palette: Roles): Values {
  return { ...designColours, ...palette };
}

/**
 * What changes with another design. Only Field has the drawings of a farm, so the others propose
 * plain words; Field goes back to the words that the site has. Own colours stay.
 */
export function inDesign(design: LookRecord["design"], stored: Values): Values {
  const words = design === "Field" ? (stored.words ?? "Farm") : "Plain";
  return { design, words };
}

/** A design as its card shows it, whatever words and drawings the site has. */
export function asOnCard(design: LookRecord["design"], look: LookRecord): LookRecord {
  return design === "Field"
    ? { ...look, design, words: "Farm", drawings: "Own" }
    : { ...look, design, words: "Plain" };
}
