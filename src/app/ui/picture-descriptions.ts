/** What the built-in pictures show. An owner's own picture has no description to be had, and stands beside its words. */
export const pictureDescriptions: Readonly<Record<string, string>> = {
  "/pictures/first-light.webp":
    "Young plants in long rows that run towards a farmhouse under the rising sun.",
  "/pictures/root-cellar.webp":
    "A plant cut open to view: leaves in the light, and below the ground roots three times as deep.",
  "/pictures/field-map.webp":
    "A drawn map of fields along a river, with a flag on the house where we work.",
};
