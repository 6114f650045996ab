import { apca, contrast } from "#look/colours/contrast.ts";
import { distance } from "#look/colours/shades.ts";
import type { Palette, Token } from "#look/palette.ts";
import type { Role } from "#look/roles.ts";

export interface ColourWords {
  readonly text: string;
  /** The colour that texts use in place of the chosen one; null where the chosen one is used. */
  readonly nearest: string | null;
  /** True if the owner would look for the chosen colour in vain. */
  readonly isWarning: boolean;
}

interface Meeting {
  readonly front: Token;
  readonly back: Token;
  /** Subject of the sentence. */
  readonly what: string;
}

const meetings: Readonly<Record<Role, Meeting>> = {
  ground: { front: "ink", back: "ground", what: "Text on it" },
  surface: { front: "ink", back: "surface", what: "Text on it" },
  ink: { front: "ink", back: "ground", what: "On the ground it" },
  brand: { front: "on-brand", back: "brand", what: "Text on it" },
  accent: { front: "on-accent", back: "accent", what: "Text on it" },
  danger: { front: "danger", back: "ground", what: "On the ground it" },
};

/** Colours nearer than this are hardly seen beside each other; yellow and white are 0.2 apart. */
const hardlySeen = 0.1;

/** What a colour of the owner is replaced in where it cannot be read. */
const places: Readonly<Record<"ink" | "brand" | "danger", string>> = {
  ink: "Text uses",
  brand: "Text, links and buttons use",
  danger: "Text uses",
};

/**
 * How well a colour can be read, in words. `own` is what the owner chose; "" for the colour of the
 * design.
 */
export function colourWords(role: Role, own: string, palette: Palette): ColourWords {
  if (role === "accent") return accentWords(own, palette);
  const used = palette[role];
  if (own === "" || own === used) return calm(readsWell(role, palette));
  const nearest = { nearest: used, isWarning: false };
  if (role === "ground" || role === "surface") {
    const text = `Too near to the middle for text. Pages use ${used}, the nearest on which text can be read: ${measured(palette.ink, used)}.`;
    return { ...nearest, text };
  }
  const readable = `${used}, the nearest that can be read: ${measured(used, palette.ground)}.`;
  if (role === "brand" && distance(own, palette.ground) < hardlySeen) {
    const text = `Your colour will be seen almost nowhere: buttons and links use ${readable}`;
    return { nearest: used, text, isWarning: true };
  }
  return { ...nearest, text: `Shown where it works. ${places[role]} ${readable}` };
}

/**
 * The accent decorates, and stays as it was chosen there. Print writes in the brand instead of the
 * accent, and that is no advice for the accent; so there is no button.
 */
function accentWords(own: string, palette: Palette): ColourWords {
  const used = palette["accent-text"];
  if (own === "" || own === used) return calm(readsWell("accent", palette));
  const reads = `${used}: ${measured(used, palette.ground)}.`;
  return calm(
    used === palette.brand
      ? `Decorates as it is. This design writes in the brand’s colour instead, ${reads}`
      : `Decorates as it is. Text in this colour uses ${reads}`,
  );
}

const calm = (text: string): ColourWords => ({ text, nearest: null, isWarning: false });

function readsWell(role: Role, palette: Palette): string {
  const { front, back, what } = meetings[role];
  const ratio = contrast(palette[front], palette[back]);
  return `${what} reads ${ratio >= 7 ? "very well" : "well"}: ${measured(palette[front], palette[back])}.`;
}

function measured(text: string, ground: string): string {
  const lightness = Math.round(Math.abs(apca(text, ground)));
  return `${ratioOf(contrast(text, ground))} to 1, APCA Lc ${lightness}`;
}

/** Rounded down, so that 4.47 does not read as 4.5. */
function ratioOf(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1).replace(/\.0$/, "");
}
