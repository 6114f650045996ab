import { type Packed, packed } from "../colour.ts";

/** The separations of the print. Ramps run from far to near the light, or from dark to light. */
export type LandscapeInks = {
  sky: readonly Packed[];
  disc: Packed;
  discShade: Packed;
  cloud: Packed;
  cloudLit: Packed;
  farHill: readonly Packed[];
  midHill: readonly Packed[];
  parcels: readonly Packed[];
  parcelFurrow: Packed;
  parcelLit: Packed;
  hedge: Packed;
  hedgeLit: Packed;
  soil: readonly Packed[];
  leafDark: string;
  leaf: string;
  leafLit: string;
  leafEdge: string;
  silhouette: string;
  wall: string;
  wallLit: string;
  roof: string;
  roofLit: string;
  window: string;
  bird: string;
  stars: boolean;
};

const ramp = (...hexes: string[]) => hexes.map(packed);

export const dawnInks: LandscapeInks = {
  sky: ramp("#b9d0cf", "#cfdfdb", "#e3e6d9", "#f3e6c8", "#f8d9a6", "#f6c27f", "#f9d68c", "#fdeeb8"),
  disc: packed("#fffbe6"),
  discShade: packed("#fdeeb8"),
  cloud: packed("#eabf9c"),
  cloudLit: packed("#fdf0cf"),
  farHill: ramp("#b9a58f", "#cdb294", "#e2c298", "#f2d39d"),
  midHill: ramp("#6f8b74", "#8ba27f", "#b0b583", "#d9c888"),
  parcels: ramp("#4f7a4c", "#7f9d55", "#a9a95a", "#d3b056", "#b98a4f", "#5f8a58"),
  parcelFurrow: packed("#3c6140"),
  parcelLit: packed("#f0d58a"),
  hedge: packed("#25432d"),
  hedgeLit: packed("#8fa24f"),
  soil: ramp("#24180f", "#3b2819", "#573822", "#7c4d2b", "#a86c38", "#d79a50", "#f3cd83"),
  leafDark: "#23492c",
  leaf: "#3f7a3a",
  leafLit: "#7fae3f",
  leafEdge: "#e6e27f",
  silhouette: "#21301f",
  wall: "#7a5238",
  wallLit: "#f6dca6",
  roof: "#7a3420",
  roofLit: "#c9602f",
  window: "#ffe9a3",
  bird: "#3a2c22",
  stars: false,
};

export const nightInks: LandscapeInks = {
  sky: ramp("#0b1a20", "#0f232a", "#143038", "#1b3e45", "#265054", "#356662", "#4b7d72", "#7ba38f"),
  disc: packed("#f6efcf"),
  discShade: packed("#d5d9bd"),
  cloud: packed("#18363d"),
  cloudLit: packed("#6f998c"),
  farHill: ramp("#14302f", "#1a3b38", "#234942", "#345e52"),
  midHill: ramp("#0f2622", "#143029", "#1c3d32", "#2d5544"),
  parcels: ramp("#13302a", "#1b3c2e", "#26473a", "#32513f", "#2c3d30", "#183629"),
  parcelFurrow: packed("#0c201c"),
  parcelLit: packed("#5f8570"),
  hedge: packed("#071411"),
  hedgeLit: packed("#2f5547"),
  soil: ramp("#0b0d0b", "#141510", "#1f1d16", "#2d2a20", "#44412f", "#6d7058", "#a9b394"),
  leafDark: "#0b1f17",
  leaf: "#1b3d2c",
  leafLit: "#3f6f4d",
  leafEdge: "#b7cfa0",
  silhouette: "#060f0d",
  wall: "#1a1d19",
  wallLit: "#7f937f",
  roof: "#101a19",
  roofLit: "#3d5752",
  window: "#f7c65a",
  bird: "#0a1614",
  stars: true,
};
