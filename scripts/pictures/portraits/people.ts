import { fullBeard, moustache, shortBeard } from "./beards.ts";
import {
  dungarees,
  lapels,
  neckerchief,
  roundNeck,
  scarf,
  shawl,
  shirtAndWaistcoat,
  turtleneck,
} from "./clothes.ts";
import type { Medallion } from "./engrave.ts";
import { type Features, features } from "./features.ts";
import { bob, bun, cropped, curls, type Hair, plait, sideSwept } from "./hair.ts";
import { flatCap, headwrap, knitCap, strawHat } from "./hats.ts";
import { ear, type HeadShape, head, neck } from "./head.ts";
import type { Part } from "./part.ts";
import { earring, halfMoonGlasses, roundGlasses } from "./worn.ts";

type Person = {
  ground: string;
  rays: string;
  mirrored: boolean;
  shape: HeadShape;
  face: Omit<Features, "skin">;
  hair?: Hair;
  beard?: Part[];
  moustache?: Part;
  hat?: Part[];
  clothes: Part[];
  worn?: Part;
};

const ink = "#231A12";
const fair = "#F1CBA4";
const rosy = "#EDB991";
const tan = "#B97B4B";
const brown = "#8E5836";
const deep = "#6B3F28";

const people: readonly Person[] = [
  {
    ground: "#E2B13C",
    rays: "#EBC25E",
    mirrored: false,
    shape: { skin: rosy, breadth: 1.05, jaw: 0.6, chin: 0 },
    face: {
      eyes: "smiling",
      brow: { ink: "#F3EBDA", thickness: 4.2, lift: 0 },
      nose: { length: 2, breadth: 1.4, hook: 2 },
      mouth: { smile: 0.5, fullness: 0.2, ink: "#B4573F" },
      age: 0.9,
    },
    hair: cropped("#EFE6D4", "#8C8272"),
    beard: fullBeard("#F3EBDA", "#8C8272", 14),
    moustache: moustache("#F3EBDA", "#8C8272"),
    hat: flatCap("#5B6B4C", "#2F3F2C"),
    clothes: shirtAndWaistcoat("#F3EBDA", "#7A4A2C"),
  },
  {
    ground: "#2F5A36",
    rays: "#3B6B41",
    mirrored: true,
    shape: { skin: deep, breadth: 0.97, jaw: 0.2, chin: -2 },
    face: {
      eyes: "open",
      brow: { ink, thickness: 2.6, lift: 2 },
      nose: { length: -3, breadth: 1.6, hook: -2 },
      mouth: { smile: 0.9, fullness: 1, ink: "#A2443A", teeth: true },
      age: 0.1,
    },
    hat: headwrap("#E2B13C", "#A8641F"),
    clothes: roundNeck("#EE8B4A", "#F7F0E1"),
    worn: earring("#F1D27A"),
  },
  {
    ground: "#DDE8E6",
    rays: "#C8D9D6",
    mirrored: false,
    shape: { skin: tan, breadth: 0.96, jaw: 0.1, chin: -1 },
    face: {
      eyes: "wide",
      brow: { ink, thickness: 2.8, lift: 1 },
      nose: { length: 0, breadth: 0.7, hook: 1 },
      mouth: { smile: 0.5, fullness: 0.8, ink: "#9C3F36" },
      age: 0.2,
    },
    hair: plait("#2B1D15", "#8A6A4E", "#EE8B4A"),
    clothes: lapels("#2F5A36", "#F3E3BE"),
    worn: earring("#E2B13C"),
  },
  {
    ground: "#8FA98C",
    rays: "#A0B79A",
    mirrored: true,
    shape: { skin: fair, breadth: 0.95, jaw: 0.3, chin: 1 },
    face: {
      eyes: "open",
      brow: { ink: "#A4491F", thickness: 2.6, lift: 2 },
      nose: { length: -2, breadth: 0.6, hook: 0 },
      mouth: { smile: 0.8, fullness: 0.4, ink: "#C0614A", teeth: true },
      age: 0,
      freckles: true,
    },
    hair: curls("#C4592A", "#F0A45C"),
    clothes: scarf("#3B2A1E", "#E2B13C", "#2F5A36"),
  },
  {
    ground: "#EE8B4A",
    rays: "#F29D63",
    mirrored: false,
    shape: { skin: "#EBC08F", breadth: 1, jaw: 0.7, chin: -1 },
    face: {
      eyes: "narrow",
      brow: { ink, thickness: 3.2, lift: -1 },
      nose: { length: -1, breadth: 1, hook: -1 },
      mouth: { smile: 0.3, fullness: 0.4, ink: "#A8543F" },
      age: 0.4,
    },
    hair: sideSwept("#231A12", "#7C6A58"),
    clothes: turtleneck("#35506A"),
    worn: roundGlasses(),
  },
  {
    ground: "#C9D4A4",
    rays: "#D8E0BA",
    mirrored: true,
    shape: { skin: "#F0C9AC", breadth: 0.99, jaw: 0.2, chin: -4 },
    face: {
      eyes: "open",
      brow: { ink: "#A39886", thickness: 2, lift: 3 },
      nose: { length: 3, breadth: 0.8, hook: 3 },
      mouth: { smile: 0.7, fullness: 0.2, ink: "#B65B4C" },
      age: 1,
    },
    hair: bun("#EDE5D6", "#8C8272"),
    clothes: shawl("#3B2A1E", "#8A3B2C", "#E2B13C"),
    worn: halfMoonGlasses(),
  },
  {
    ground: "#6C9A3B",
    rays: "#7DA84C",
    mirrored: false,
    shape: { skin: rosy, breadth: 0.98, jaw: 0.4, chin: 0 },
    face: {
      eyes: "smiling",
      brow: { ink: "#9A6A2A", thickness: 2.4, lift: -1 },
      nose: { length: -1, breadth: 0.6, hook: 0 },
      mouth: { smile: 1, fullness: 0.7, ink: "#B9503F", teeth: true },
      age: 0.35,
    },
    hair: bob("#D9A545", "#8F6420"),
    hat: strawHat("#F0D18A", "#A97B2C", "#8A3B2C"),
    clothes: neckerchief("#DDE8E6", "#C2502B"),
  },
  {
    ground: "#C7875A",
    rays: "#D29A70",
    mirrored: true,
    shape: { skin: brown, breadth: 1.04, jaw: 0.8, chin: 2 },
    face: {
      eyes: "open",
      brow: { ink, thickness: 3.8, lift: -1 },
      nose: { length: 1, breadth: 1.8, hook: -1 },
      mouth: { smile: 0.6, fullness: 0.8, ink: "#7E3328" },
      age: 0.3,
    },
    hair: cropped("#231A12", "#6B5644"),
    beard: shortBeard("#2A1C14", "#77604C"),
    hat: knitCap("#2F5A36", "#79A06A"),
    clothes: dungarees("#F3E3BE", "#44617A"),
  },
  {
    ground: "#DDE8E6",
    rays: "#C8D9D6",
    mirrored: false,
    shape: { skin: fair, breadth: 1.03, jaw: 0.7, chin: 1 },
    face: {
      eyes: "open",
      brow: { ink: "#6B3F1E", thickness: 3.6, lift: 1 },
      nose: { length: 1, breadth: 1.1, hook: 0 },
      mouth: { smile: 0.7, fullness: 0.4, ink: "#A8543F" },
      age: 0.45,
    },
    hair: cropped("#7A4A26", "#B98550"),
    moustache: moustache("#7A4A26", "#B98550"),
    hat: knitCap("#A3421B", "#E2B13C"),
    clothes: turtleneck("#5B6B4C"),
  },
  {
    ground: "#E2B13C",
    rays: "#EBC25E",
    mirrored: true,
    shape: { skin: brown, breadth: 0.97, jaw: 0.3, chin: -1 },
    face: {
      eyes: "wide",
      brow: { ink, thickness: 2.8, lift: 2 },
      nose: { length: -2, breadth: 1.2, hook: -1 },
      mouth: { smile: 0.8, fullness: 0.9, ink: "#8E3A30" },
      age: 0.15,
    },
    hair: curls("#2B1D15", "#6B4A33"),
    clothes: neckerchief("#2F5A36", "#DDE8E6"),
    worn: earring("#F1D27A"),
  },
];

export const portraits: ReadonlyArray<Medallion> = people.map((person) => {
  const { shape, hair, hat = [], clothes, beard = [], worn } = person;
  const drawnFace: Part = {
    path: "",
    ink: "none",
    marks: features({ ...person.face, skin: shape.skin }),
  };
  const face = [head(shape), ear(shape), ...beard, drawnFace, ...laidOn(person.moustache)];
  const parts = [
    ...(hair?.back ?? []),
    neck(shape),
    ...clothes,
    ...face,
    ...(hair?.front ?? []),
    ...hat,
    ...laidOn(worn),
  ];
  return { parts, ground: person.ground, rays: person.rays, mirrored: person.mirrored };
});

function laidOn(part: Part | undefined): Part[] {
  return part ? [part] : [];
}
