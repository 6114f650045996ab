import { expect, test } from "vitest";
import { designs } from "../designs.ts";
import { tokens } from "../palette.ts";
import { contrast } from "./contrast.ts";
import { pairs } from "./pairs.ts";

const palettes = Object.entries(designs).flatMap(
  ([
    name,
    {
      palettes: { light, dark },
    },
  ]) => [
    { name, scheme: "light", palette: light },
    { name, scheme: "dark", palette: dark },
  ],
);

test.each(palettes)("Every text and control of $name can be seen in the $scheme scheme", (made) => {
  const failing = pairs
    .map(({ front, back, ratio }) => ({
      pair: `${front} on ${back}`,
      has: contrast(made.palette[front], made.palette[back]),
      needs: ratio,
    }))
    .filter(({ has, needs }) => has < needs);
  expect(failing).toEqual([]);
});

test("Every colour is held to a contrast, except those that only divide or decorate", () => {
  const held = new Set(pairs.flatMap(({ front, back }) => [front, back]));
  expect(tokens.filter((token) => !held.has(token))).toEqual([
    "line",
    "band-ridge",
    "brand-bright",
    "accent-warm",
    "base-line",
    "base-ridge",
  ]);
});
