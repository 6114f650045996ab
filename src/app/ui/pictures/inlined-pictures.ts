/**
 * Pictures that a page brings along for phones, by day, as the background of their `<img>`, by address;
 * `inlined-pictures.css` has them. A page with one of these classes brings its face along as well
 * (`page-styles.server.ts`).
 */
export const carriedPictures: Readonly<Record<string, string>> = {
  "/pictures/first-light.webp": "carried-first-light",
};
