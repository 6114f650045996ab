import { expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { isImageAddress } from "#content/model/links.ts";
import { seedsOf } from "#content/plain/plain-seeds.ts";
import { designs } from "../designs.ts";
import {
  dressedPattern,
  type PatternShape,
  patternAt,
  patternNames,
  patternSchemes,
  patternShapes,
  schemesIn,
} from "./pattern-address.ts";
import { patternSvg } from "./patterns.ts";

const { palettes } = designs.Studio;
const schemes = patternSchemes({ palettes, scheme: "Both" });
const shapes = Object.keys(patternShapes) as PatternShape[];
const pictures = patternNames.flatMap((name) => shapes.map((shape) => ({ name, shape })));

test("every pattern is drawn in each shape within its canvas, small, and each one differs", () => {
  const drawn = pictures.map((picture) => patternSvg(picture, schemes));
  expect(new Set(drawn).size).toBe(30);
  expect(pictures.map((picture) => patternSvg(picture, schemes))).toEqual(drawn);
  for (const [index, svg] of drawn.entries()) {
    const { width, height } = patternShapes[pictures[index]?.shape ?? "wide"];
    expect(svg).toContain(`viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`);
    expect(svg).not.toMatch(/NaN|Infinity|undefined|e-\d/);
    expect(Buffer.byteLength(svg)).toBeLessThan(2500);
  }
});

test("a pattern has the colours of both schemes, or of the only one that the look has", () => {
  const svg = (scheme: "Both" | "Light" | "Dark") =>
    patternSvg({ name: "rings", shape: "square" }, patternSchemes({ palettes, scheme }));
  const night = "@media(prefers-color-scheme:dark)";
  expect(svg("Both")).toContain(night);
  expect(svg("Both")).toContain(palettes.light.brand);
  expect(svg("Both")).toContain(palettes.dark.brand);
  expect(svg("Light")).not.toContain(night);
  expect(svg("Dark")).not.toContain(night);
  expect(svg("Dark")).toContain(palettes.dark.brand);
  expect(svg("Dark")).not.toContain(palettes.light.brand);
});

test("an address names a pattern and, on a page, its colours", () => {
  expect(patternAt("/patterns/lines.svg")).toEqual({ name: "lines", shape: "wide" });
  expect(patternAt("/patterns/arcs-upright.svg")).toEqual({ name: "arcs", shape: "upright" });
  const wrong = ["/patterns/waves.svg", "/patterns/arcs-constructor.svg", "/patterns/arcs.png"];
  for (const address of wrong) expect(patternAt(address)).toBeUndefined();
  for (const scheme of ["Both", "Light", "Dark"] as const) {
    const address = dressedPattern("/patterns/lines.svg", { palettes, scheme });
    const { searchParams } = new URL(address, "https://example.com");
    expect(schemesIn(searchParams)).toEqual(patternSchemes({ palettes, scheme }));
    expect(isImageAddress(address)).toBe(true);
  }
  for (const query of ["", "light=red", "light=ffffff-000000-000000", "dark=%3Cstyle%3E"]) {
    expect(schemesIn(new URLSearchParams(query))).toBeUndefined();
  }
});

test("every pattern that the plain words show exists", () => {
  const shown = (Object.values(blocks) as Block[])
    .flatMap((block) => seedsOf(block, "plain").flatMap((seed) => Object.values(seed)))
    .filter((text) => text.startsWith("/patterns/"));
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((address) => patternAt(address) === undefined)).toEqual([]);
});
