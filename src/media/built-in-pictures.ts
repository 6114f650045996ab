// Written by scripts/pictures/draw.ts, which draws these pictures; run it rather than editing this.
export type BuiltInPicture = {
  width: number;
  height: number;
  /** For each of them there is an AVIF beside the address: NAME-WIDTH.avif. */
  widths: readonly number[];
  dominantColour: string;
};

export const builtInPictures: Readonly<Record<string, BuiltInPicture>> = {
  "/pictures/first-light.webp": {
    width: 1920,
    height: 1200,
    widths: [480, 768, 1080, 1440, 1920],
    dominantColour: "#8a8666",
  },
  "/pictures/night-field.webp": {
    width: 1920,
    height: 1200,
    widths: [480, 768, 1080, 1440, 1920],
    dominantColour: "#21312c",
  },
  "/pictures/root-cellar.webp": {
    width: 1440,
    height: 1800,
    widths: [480, 768, 1080, 1440],
    dominantColour: "#817457",
  },
  "/pictures/field-map.webp": {
    width: 1600,
    height: 1200,
    widths: [480, 768, 1080, 1440],
    dominantColour: "#b6a77a",
  },
  "/pictures/portrait-1.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#b69956",
  },
  "/pictures/portrait-2.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#5c613d",
  },
  "/pictures/portrait-3.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#a29e92",
  },
  "/pictures/portrait-4.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#958e6e",
  },
  "/pictures/portrait-5.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#b37a52",
  },
  "/pictures/portrait-6.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#afaa8b",
  },
  "/pictures/portrait-7.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#898b51",
  },
  "/pictures/portrait-8.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#977355",
  },
};
