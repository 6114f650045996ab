import { roughNoise, smoothStep } from "../noise.ts";

export const width = 1920;
export const height = 1200;

/** The light stands over the point where the rows would meet; everything in the picture turns to it. */
export const light = { x: 1225, y: 398, radius: 62 };
const vanishing = { x: 1215, y: 452 };

// Rows are this far apart at the lower edge, and swing in a slow arc before they reach the far hedge.
const rowSpacing = 168;
const depthOfView = height - vanishing.y;
const swing = 2.1;

/** Distance into the field: 1 at the lower edge of the picture, growing towards the horizon. */
export function distanceAt(y: number): number {
  return depthOfView / Math.max(1, y - vanishing.y);
}

/** Which row a point of the ground lies on, as a number whose whole part counts the rows. */
export function rowAt(x: number, y: number): number {
  const distance = distanceAt(y);
  return ((x - vanishing.x) * distance + arc(distance)) / rowSpacing;
}

export function pointOnRow(row: number, distance: number): { x: number; y: number } {
  return {
    x: vanishing.x + (row * rowSpacing - arc(distance)) / distance,
    y: vanishing.y + depthOfView / distance,
  };
}

function arc(distance: number): number {
  return swing * (distance - 1) ** 2 * 10 - (distance - 1) * 40;
}

/** The crest where the ploughed field ends and the valley drops away; it climbs to the farm on the right. */
export function fieldEdge(x: number): number {
  return (
    548 -
    30 * smoothStep(820, 1720, x) -
    10 * Math.sin((x - 150) / 420) +
    5 * roughNoise(x / 90, 3.3)
  );
}

// Each ridge dips where the light stands, so that it rises out of a saddle.
export function farRidge(x: number): number {
  const saddle = 30 * Math.exp(-(((x - 1230) / 260) ** 2));
  return 420 - 78 * roughNoise(x / 380 + 2.2, 0.5, 4) + saddle - 26 * smoothStep(760, 120, x);
}

export function midRidge(x: number): number {
  const saddle = 22 * Math.exp(-(((x - 1230) / 300) ** 2));
  return (
    452 - 44 * roughNoise(x / 290 + 7.1, 4.5, 4) + saddle - 26 * Math.exp(-(((x - 330) / 270) ** 2))
  );
}

export function nearRidge(x: number): number {
  return 486 + 16 * Math.sin(x / 330 + 0.9) - 16 * roughNoise(x / 210 + 3.1, 8.5, 3);
}
