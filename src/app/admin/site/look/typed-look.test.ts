import { expect, test } from "vitest";
import { look } from "#content/blocks/look.ts";
import { designs } from "#look/designs.ts";
import { lookOf } from "#look/look.ts";
import { spelledColour } from "../content/fields/colour-text.ts";
import { colourWords } from "./colour-words.ts";
import {
  asOnCard,
  hasOwnColours,
  inColours,
  inDesign,
  rolesOfLook,
  typedLook,
} from "./typed-look.ts";

const stored: Readonly<Record<string, string>> = { ...look.seed[0] };

test.each([
  ["2F5A36", "#2f5a36"],
  [" #ABC ", "#aabbcc"],
  ["#2f5a36", "#2f5a36"],
  ["#2f5a3", "#2f5a3"],
  ["Yellow", "#ffff00"],
  [" green ", "#008000"],
  ["yelow", "yelow"],
])("a colour typed as %j is stored as %j", (typed, spelled) => {
  expect(spelledColour(typed)).toBe(spelled);
});

test("a colour that is half typed leaves the preview in the colours of the design", () => {
  const half = typedLook("id", { ...stored, brand: "#12", accent: "F28C28", darkInk: "wh" });
  expect(half).toMatchObject({ brand: "", accent: "#f28c28", darkInk: "" });
  expect(lookOf(half).palettes.light.brand).toBe(designs.Field.palettes.light.brand);
});

test("the colours of both schemes are those chosen, and otherwise those of the design", () => {
  const { light, dark } = rolesOfLook(typedLook("id", { ...stored, darkBrand: "#ffcc00" }));
  expect(light).toEqual(designs.Field.roles.light);
  expect(dark).toEqual({ ...designs.Field.roles.dark, brand: "#ffcc00" });
});

test("a palette fills the light colours and gives up chosen dark ones", () => {
  const palette = { ...designs.Print.roles.light, brand: "#123456" };
  const values = { ...stored, darkBrand: "#ffcc00", ...inColours(palette) };
  expect(values).toMatchObject({ ...palette, darkBrand: "" });
  expect(hasOwnColours(values)).toBe(true);
  expect(hasOwnColours(stored)).toBe(false);
});

test("another design proposes plain words, and Field goes back to the words of the site", () => {
  expect(inDesign("Studio", stored)).toEqual({ design: "Studio", words: "Plain" });
  expect(inDesign("Field", stored)).toEqual({ design: "Field", words: "Farm" });
  expect(inDesign("Field", { ...stored, words: "Plain" }).words).toBe("Plain");
});

test("the cards show Field with the farm, and the other designs without", () => {
  const look = typedLook("id", { ...stored, words: "Plain", drawings: "None", brand: "#123456" });
  const field = asOnCard("Field", look);
  expect(field).toMatchObject({ design: "Field", words: "Farm", brand: "#123456" });
  expect(lookOf(field).hasDrawings).toBe(true);
  expect(asOnCard("Print", { ...look, words: "Farm" }).words).toBe("Plain");
});

const palettesWith = (colours: Readonly<Record<string, string>>) =>
  lookOf(typedLook("id", { ...stored, ...colours })).palettes;

test("the words about a colour say how well it is read, by both measures", () => {
  const { text, nearest } = colourWords("brand", "", palettesWith({}).light);
  expect(text).toMatch(/^Text on it reads very well: 7\.\d to 1, APCA Lc 8\d\.$/);
  expect(nearest).toBeNull();
});

test("the words about a colour that fails in texts name the nearest one that passes", () => {
  const palette = palettesWith({ brand: "#ffcc00" }).light;
  const { text, nearest } = colourWords("brand", "#ffcc00", palette);
  expect(nearest).toBe(palette.brand);
  expect(text).toMatch(
    new RegExp(
      `^Shown where it works\\. Text, links and buttons use ${nearest}, the nearest that can be read: [4-9]\\.\\d`,
    ),
  );
  expect(colourWords("brand", nearest ?? "", palettesWith({ brand: nearest ?? "" }).light)).toEqual(
    {
      text: expect.stringMatching(/^Text on it reads/),
      nearest: null,
      isWarning: false,
    },
  );
});

test("the words about a grey ground name the nearest one on which texts are read", () => {
  const palette = palettesWith({ ground: "#808080" }).light;
  const { text, nearest } = colourWords("ground", "#808080", palette);
  expect(nearest).toBe(palette.ground);
  expect(text).toMatch(/^Too near to the middle for text\. Pages use #/);
});

test("a brand that is hardly seen on the ground is warned of", () => {
  const words = (brand: string) => colourWords("brand", brand, palettesWith({ brand }).light);
  const { text, nearest, isWarning } = words("#ffffff");
  expect(isWarning).toBe(true);
  expect(text).toMatch(
    `Your colour will be seen almost nowhere: buttons and links use ${nearest}, the nearest`,
  );
  expect(words("#ffcc00").isWarning).toBe(false);
});

test.each(["Field", "Studio", "Print"] as const)(
  "in %s, no other colour is offered in place of an accent, which decorates as it is",
  (design) => {
    const colours = { design, brand: "#13306d", accent: "#ff705a" };
    const palette = palettesWith(colours).light;
    expect(palette.accent).toBe(colours.accent);
    const { text, nearest, isWarning } = colourWords("accent", colours.accent, palette);
    expect({ nearest, isWarning }).toEqual({ nearest: null, isWarning: false });
    expect(text).toMatch(
      palette["accent-text"] === colours.brand
        ? /^Decorates as it is\. This design writes in the brand’s colour instead, #13306d: /
        : /^Decorates as it is\. Text in this colour uses #[b-d]\w{5}: /,
    );
  },
);
