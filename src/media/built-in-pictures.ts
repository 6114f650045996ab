interface BuiltInPicture {
  readonly width: number;
  readonly height: number;
  /** Widths of the AVIF files NAME-WIDTH.avif. */
  readonly widths: readonly number[];
  /** Widths of the AVIF files NAME-upright-WIDTH.avif, which are cropped for phones. */
  readonly uprightWidths?: readonly number[];
}

const wide = { width: 1920, height: 1200, widths: [768, 1080, 1440, 1920] };
const portrait = { width: 320, height: 320, widths: [160, 320] };
const season = { width: 800, height: 1000, widths: [360, 480, 720] };
const detail = { width: 640, height: 640, widths: [240, 480, 640] };
const squareTemplate = { width: 720, height: 720, widths: [360, 720] };
const wideTemplate = { width: 800, height: 420, widths: [360, 720] };

/**
 * The files in `public/pictures`. The scripts that drew them are in the history of the repository
 * (docs/decisions/0028-pictures-without-their-scripts.md).
 */
export const builtInPictures: Readonly<Record<string, BuiltInPicture>> = {
  "/pictures/first-light.webp": { ...wide, uprightWidths: [560, 720, 960] },
  "/pictures/night-field.webp": { ...wide, uprightWidths: [340, 560, 720, 960] },
  "/pictures/root-cellar.webp": { width: 1440, height: 1800, widths: [480, 768, 1080, 1440] },
  "/pictures/field-map.webp": { width: 1600, height: 1200, widths: [480, 768, 1080, 1440] },
  "/pictures/from-above.webp": { width: 1600, height: 900, widths: [480, 768, 1080, 1440] },
  "/pictures/portrait-1.webp": portrait,
  "/pictures/portrait-2.webp": portrait,
  "/pictures/portrait-3.webp": portrait,
  "/pictures/portrait-4.webp": portrait,
  "/pictures/portrait-5.webp": portrait,
  "/pictures/portrait-6.webp": portrait,
  "/pictures/portrait-7.webp": portrait,
  "/pictures/portrait-8.webp": portrait,
  "/pictures/portrait-9.webp": portrait,
  "/pictures/portrait-10.webp": portrait,
  "/pictures/season-spring.webp": season,
  "/pictures/season-summer.webp": season,
  "/pictures/season-autumn.webp": season,
  "/pictures/season-winter.webp": season,
  "/pictures/detail-homestead.webp": detail,
  "/pictures/detail-roots.webp": detail,
  "/pictures/detail-gulls.webp": detail,
  "/pictures/detail-farmstead.webp": detail,
  "/pictures/template-season.webp": squareTemplate,
  "/pictures/template-words.webp": squareTemplate,
  "/pictures/template-open-day.webp": wideTemplate,
  "/pictures/template-find-us.webp": wideTemplate,
  "/pictures/template-people.webp": wideTemplate,
  "/pictures/template-lesson.webp": wideTemplate,
};
