import type { Design } from "../designs.ts";
import { type Palette, type Token, tokens } from "../palette.ts";
import { type Roles, roles as roleNames, type Scheme } from "../roles.ts";
import { contrast } from "./contrast.ts";
import { type Cards, darkRoles, paletteOf } from "./derive.ts";
import { pairs } from "./pairs.ts";
import { distance } from "./shades.ts";

/** The colours of a design and the roles that they come from. */
type Coloured = Pick<Design, "roles" | "palettes">;

/**
 * The palettes of a design in the colours that the owner has changed. What no changed colour
 * touches stays as it was made by hand.
 */
export function recoloured(
  design: Coloured,
  light: Partial<Roles>,
  dark: Partial<Roles>,
): Readonly<Record<Scheme, Palette>> {
  const chosen = rolesOf(design, light, dark);
  return {
    light: recolouredScheme(design, chosen.light, "light"),
    dark: recolouredScheme(design, chosen.dark, "dark"),
  };
}

/** The roles of both schemes, with the dark ones that follow from the light ones. */
export function rolesOf(
  design: Coloured,
  light: Partial<Roles>,
  dark: Partial<Roles>,
): Readonly<Record<Scheme, Roles>> {
  const lightRoles = { ...design.roles.light, ...light };
  return { light: lightRoles, dark: { ...followingRoles(design, lightRoles), ...dark } };
}

/** The dark roles of the design, except those that a changed light one would make different. */
function followingRoles({ roles }: Coloured, light: Roles): Roles {
  const [before, after] = [darkRoles(roles.light), darkRoles(light)];
  const entries = roleNames.map((role) => [
    role,
    before[role] === after[role] ? roles.dark[role] : after[role],
  ]);
  return Object.fromEntries(entries) as Roles;
}

function recolouredScheme({ roles, palettes }: Coloured, chosen: Roles, scheme: Scheme): Palette {
  const made = palettes[scheme];
  if (roleNames.every((role) => chosen[role] === roles[scheme][role])) return made;
  const cards = cardsOf(palettes.dark);
  const before = paletteOf(roles[scheme], scheme, cards);
  const after = paletteOf(chosen, scheme, cards);
  const kept = Object.fromEntries(
    tokens.map((token) => {
      const like = twinOf(token, made, before) ?? token;
      return [token, before[like] === after[like] ? made[like] : after[like]];
    }),
  ) as Record<Token, string>;
  return withoutFailures(kept, after);
}

/** A design whose cards follow the surface at night has no cards of paper. */
const cardsOf = (dark: Palette): Cards => (dark.card === dark.surface ? "surface" : "paper");

/**
 * The token whose colour the design gives to this one instead of what `paletteOf` derives, such as
 * the base for the band of Print.
 */
function twinOf(token: Token, made: Palette, derived: Palette): Token | undefined {
  const isOwn = (one: Token) => distance(made[one], derived[one]) > 0.1;
  if (!isOwn(token)) return undefined;
  return tokens.find((other) => other !== token && made[other] === made[token] && !isOwn(other));
}

/** Takes colours that do not pass with each other from a palette in which all do. */
function withoutFailures(palette: Record<Token, string>, passing: Palette): Palette {
  for (;;) {
    const failing = pairs.filter(
      ({ front, back, ratio }) => contrast(palette[front], palette[back]) < ratio,
    );
    if (failing.length === 0) return palette;
    for (const { front, back } of failing) {
      palette[front] = passing[front];
      palette[back] = passing[back];
    }
  }
}
