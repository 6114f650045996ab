import { describe, expect, test } from "vitest";
import { loadSharp } from "#platform/load-sharp.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import type { Roles } from "../roles.ts";
import { contrast } from "./contrast.ts";
import { paletteOf } from "./derive.ts";
import { palettesOfLogo } from "./logo-palettes.server.ts";
import { pairs } from "./pairs.ts";
import { distance, shadeOf } from "./shades.ts";

const svg = (inner: string) =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120" viewBox="0 0 400 120">${inner}</svg>`,
  );
const disc = (colour: string, x = 60) => `<circle cx="${x}" cy="60" r="50" fill="${colour}"/>`;
const word = (colour: string) =>
  [140, 200, 260, 320].map((x) => `<path d="M${x} 30h40v60h-40z" fill="${colour}"/>`).join("");
const ground = (colour: string) => `<path d="M0 0h400v120H0z" fill="${colour}"/>`;

const proposedFor = (bytes: Uint8Array) => palettesOfLogo(parseHere, bytes);

const isDark = ({ ground }: Roles) => shadeOf(ground).l < 0.5;

describe("The palettes of a logo", () => {
  test("have its colour as brand", async () => {
    const proposed = await proposedFor(svg(disc("#7a1fa2") + word("#1c1c1c")));
    expect(proposed.map(({ name }) => name)).toEqual([
      "Bright",
      "Warm paper",
      "Soft tint",
      "Night",
    ]);
    for (const { roles } of proposed) expect(distance(roles.brand, "#7a1fa2")).toBeLessThan(0.01);
    expect(proposed[0]?.roles.ground).toBe("#ffffff");
  });

  test("have its second colour as accent, and once the other way round", async () => {
    const proposed = await proposedFor(svg(disc("#0b5fa5") + disc("#f28c28", 180)));
    const [bright] = proposed;
    expect(proposed).toHaveLength(5);
    const pair = [bright?.roles.brand ?? "", bright?.roles.accent ?? ""].sort();
    expect(distance(pair[0] ?? "", "#0b5fa5")).toBeLessThan(0.01);
    expect(distance(pair[1] ?? "", "#f28c28")).toBeLessThan(0.01);
    const other = proposed.find(({ name }) => name === "Other way");
    expect(other?.roles.brand).toBe(bright?.roles.accent);
  });

  test("ignore the white or black ground of a picture", async () => {
    for (const colour of ["#ffffff", "#000000"]) {
      const [first] = await proposedFor(svg(ground(colour) + disc("#c2185b")));
      expect(distance(first?.roles.brand ?? "", "#c2185b")).toBeLessThan(0.01);
    }
  });

  test("prefer a strong colour to a larger pale one", async () => {
    const [first] = await proposedFor(svg(ground("#e9eef0") + disc("#00796b")));
    expect(distance(first?.roles.brand ?? "", "#00796b")).toBeLessThan(0.01);
  });

  test.each(["#000000", "#333333", "#8a8a8a"])("are made for a logo of %s alone", async (grey) => {
    const proposed = await proposedFor(svg(word(grey)));
    expect(proposed.map(({ name }) => name)).toEqual(["Ink", "Slate", "Clay", "Night"]);
  });

  test("are dark for a white logo on transparent", async () => {
    const proposed = await proposedFor(svg(word("#ffffff")));
    expect(proposed).toHaveLength(3);
    expect(proposed.every(({ roles }) => isDark(roles))).toBe(true);
  });

  test("are dark and have its colour for a logo with white letters", async () => {
    const proposed = await proposedFor(svg(disc("#4caf50") + word("#ffffff")));
    expect(proposed.every(({ roles }) => isDark(roles))).toBe(true);
    expect(distance(proposed[0]?.roles.brand ?? "", "#4caf50")).toBeLessThan(0.01);
  });

  test("are made for a logo of which nothing can be seen", async () => {
    expect(await proposedFor(svg('<path d="M0 0h9v9z" fill="none"/>'))).toHaveLength(4);
  });

  test("have a danger that is not the brand", async () => {
    const proposed = await proposedFor(svg(disc("#b3261e")));
    for (const { roles } of proposed) {
      expect(distance(roles.danger, roles.brand)).toBeGreaterThan(0.1);
    }
  });

  test("can be read everywhere", async () => {
    const logos = ["#7a1fa2", "#ffd400", "#00e5ff", "#ff0000", "#101010", "#ffffff", "#c0ff00"];
    for (const logo of logos) {
      for (const { name, roles } of await proposedFor(svg(disc(logo) + word("#222222")))) {
        const palette = paletteOf(roles, "light");
        const failing = pairs.filter(
          ({ front, back, ratio }) => contrast(palette[front], palette[back]) < ratio,
        );
        expect(failing, `${logo} ${name}`).toEqual([]);
        expect(Object.values(roles).filter((role) => !/^#[0-9a-f]{6}$/.test(role))).toEqual([]);
      }
    }
  });

  test("are taken from a photograph as well", async () => {
    const sharp = await loadSharp();
    const jpeg = await sharp(svg(ground("#ffffff") + disc("#1565c0")))
      .jpeg()
      .toBuffer();
    const [first] = await proposedFor(jpeg);
    expect(distance(first?.roles.brand ?? "", "#1565c0")).toBeLessThan(0.03);
  });

  test("are refused for a file that is no picture", async () => {
    await expect(proposedFor(new TextEncoder().encode("hello"))).rejects.toMatchObject({
      code: "wrong-type",
    });
  });
});
