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
    widths: [480, 640, 768, 1080, 1440, 1920],
    dominantColour: "#8a8666",
  },
  "/pictures/night-field.webp": {
    width: 1920,
    height: 1200,
    widths: [480, 640, 768, 1080, 1440, 1920],
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
  "/pictures/portrait-9.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#ada799",
  },
  "/pictures/portrait-10.webp": {
    width: 320,
    height: 320,
    widths: [160, 320],
    dominantColour: "#a08041",
  },
  "/pictures/from-above.webp": {
    width: 1600,
    height: 900,
    widths: [480, 768, 1080, 1440],
    dominantColour: "#9e8543",
  },
  "/pictures/season-spring.webp": {
    width: 800,
    height: 1000,
    widths: [360, 480, 720],
    dominantColour: "#8a845a",
  },
  "/pictures/season-summer.webp": {
    width: 800,
    height: 1000,
    widths: [360, 480, 720],
    dominantColour: "#6e9459",
  },
  "/pictures/season-autumn.webp": {
    width: 800,
    height: 1000,
    widths: [360, 480, 720],
    dominantColour: "#ba8b42",
  },
  "/pictures/season-winter.webp": {
    width: 800,
    height: 1000,
    widths: [360, 480, 720],
    dominantColour: "#aeb9b9",
  },
  "/pictures/detail-homestead.webp": {
    width: 640,
    height: 640,
    widths: [240, 480, 640],
    dominantColour: "#afa679",
  },
  "/pictures/detail-roots.webp": {
    width: 640,
    height: 640,
    widths: [240, 480, 640],
    dominantColour: "#8e6b49",
  },
  "/pictures/detail-gulls.webp": {
    width: 640,
    height: 640,
    widths: [240, 480, 640],
    dominantColour: "#8e6b36",
  },
  "/pictures/detail-farmstead.webp": {
    width: 640,
    height: 640,
    widths: [240, 480, 640],
    dominantColour: "#a79e74",
  },
  "/pictures/template-season.webp": {
    width: 720,
    height: 720,
    widths: [360, 720],
    dominantColour: "#d8d7ce",
  },
  "/pictures/template-words.webp": {
    width: 720,
    height: 720,
    widths: [360, 720],
    dominantColour: "#40653e",
  },
  "/pictures/template-open-day.webp": {
    width: 800,
    height: 420,
    widths: [360, 720],
    dominantColour: "#ad7e49",
  },
  "/pictures/template-find-us.webp": {
    width: 800,
    height: 420,
    widths: [360, 720],
    dominantColour: "#cdc0a0",
  },
  "/pictures/template-people.webp": {
    width: 800,
    height: 420,
    widths: [360, 720],
    dominantColour: "#c0beae",
  },
  "/pictures/template-lesson.webp": {
    width: 800,
    height: 420,
    widths: [360, 720],
    dominantColour: "#745732",
  },
};
