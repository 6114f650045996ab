/**
 * Inlined pictures for phones in the light scheme, as backgrounds of their `<img>`, by address;
 * `inlined-pictures.css` contains them. A page with one of these classes also inlines its font
 * (`page-styles.server.ts`).
 */
export const inlinedPictures: Readonly<Record<string, string>> = {
  "/pictures/first-light.webp": "carried-first-light",
};
