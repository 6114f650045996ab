import { packed } from "../colour.ts";
import { dawnInks, type LandscapeInks } from "../first-light/inks.ts";

const ramp = (...hexes: string[]) => hexes.map(packed);

/** Bare earth and the first green, under a washed sky. */
export const springInks: LandscapeInks = {
  ...dawnInks,
  sky: ramp("#8fbccb", "#a8cdd4", "#c2dcd9", "#d9e6d8", "#ecebcf", "#f6e9bd", "#fbeab0", "#fff6d2"),
  cloud: packed("#d8dfda"),
  cloudLit: packed("#f8f6ea"),
  farHill: ramp("#a9bfae", "#bccbb0", "#d2d8b4", "#e8e2b8"),
  midHill: ramp("#6f9a78", "#88ae7d", "#a9c283", "#cdd38f"),
  parcels: ramp("#5c9150", "#8db55c", "#b4c869", "#9a6a45", "#84563a", "#74a556"),
  parcelFurrow: packed("#47733f"),
  leaf: "#4f9440",
  leafLit: "#9cc84a",
};

/** Green to the hedge, and the light high and white. */
export const summerInks: LandscapeInks = {
  ...dawnInks,
  sky: ramp("#4f9cb4", "#6fb0c0", "#93c4c9", "#b6d6cf", "#d6e4c9", "#efeab4", "#fae88f", "#fff5c2"),
  cloud: packed("#cfe2dc"),
  cloudLit: packed("#fbf9ec"),
  farHill: ramp("#7fa58c", "#98b78f", "#b6c791", "#d6d794"),
  midHill: ramp("#457a4d", "#5f9152", "#82a858", "#b1bf64"),
  parcels: ramp("#3d7a3f", "#5f9a45", "#86b04c", "#d8c257", "#6aa04a", "#4b8a43"),
  parcelFurrow: packed("#2d5f34"),
  hedge: packed("#173d24"),
  hedgeLit: packed("#6fa044"),
  soil: ramp("#15301b", "#214a25", "#32672c", "#4a8334", "#6ea23e", "#9fc054", "#dbe28a"),
  leafDark: "#1b4a26",
  leaf: "#3f8a38",
  leafLit: "#86bf45",
  leafEdge: "#e4ec8e",
};

/** Standing corn and rusty hedges in a low red light. */
export const autumnInks: LandscapeInks = {
  ...dawnInks,
  sky: ramp("#b98f86", "#cf9e84", "#e2ac80", "#efb877", "#f6c06a", "#f9ca68", "#fcda86", "#fff0bd"),
  cloud: packed("#c98a72"),
  cloudLit: packed("#fbdca4"),
  farHill: ramp("#a5806f", "#bd9270", "#d7a870", "#efc277"),
  midHill: ramp("#8a6a45", "#a47d47", "#c19149", "#e0af55"),
  parcels: ramp("#a9702f", "#c98a33", "#8d7a3c", "#e0b04a", "#7c4d2b", "#b5923f"),
  parcelFurrow: packed("#6b4522"),
  hedge: packed("#5b2c16"),
  hedgeLit: packed("#d0762c"),
  soil: ramp("#50300f", "#754516", "#9b641d", "#c0862a", "#dba63c", "#eec561", "#fbe8a6"),
  leafDark: "#6b4112",
  leaf: "#b67d22",
  leafLit: "#efc352",
  leafEdge: "#fff1b8",
};

/** Snow in the furrows; somebody is at home. */
export const winterInks: LandscapeInks = {
  ...dawnInks,
  sky: ramp("#7d97a6", "#93aab5", "#aabdc3", "#c1ced0", "#d7dcd5", "#eae3d2", "#f6e8cd", "#fffaf0"),
  cloud: packed("#b4bfc4"),
  cloudLit: packed("#f3ece0"),
  farHill: ramp("#9fb0b8", "#b3c1c5", "#c9d2d1", "#e2e0d6"),
  midHill: ramp("#78909a", "#90a5ab", "#adbdbf", "#cfd6d2"),
  parcels: ramp("#b6c5c9", "#cfd9d9", "#e2e7e4", "#c3cfd1", "#a9babf", "#d8dfdd"),
  parcelFurrow: packed("#8ea2aa"),
  parcelLit: packed("#fbf6ea"),
  hedge: packed("#333f42"),
  hedgeLit: packed("#dfe6e4"),
  soil: ramp("#3d4a50", "#67787f", "#93a5ac", "#b9c7ca", "#d7e0df", "#edf0ea", "#fffdf4"),
  wall: "#6d5546",
  wallLit: "#cdb595",
  roof: "#b9c6ca",
  roofLit: "#f6f7f1",
  window: "#ffd26a",
};
