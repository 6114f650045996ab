/** What the built-in pictures show. An owner's own picture has no description to be had, and stands beside its words. */
export const pictureDescriptions: Readonly<Record<string, string>> = {
  "/pictures/first-light.webp":
    "Young plants in long rows that run towards a farmhouse under the rising sun.",
  "/pictures/root-cellar.webp":
    "A plant cut open to view: leaves in the light, and below the ground roots three times as deep.",
  "/pictures/field-map.webp":
    "A drawn map of fields along a river, with a flag on the house where we work.",
  "/pictures/from-above.webp":
    "A field from above, half of it turned: a red tractor ploughs along the edge of the stubble, and gulls follow it.",
  "/pictures/season-spring.webp":
    "A field in spring: brown rows with the first green, a sower, a low sun.",
  "/pictures/season-summer.webp": "The same field in summer, green to the hedge.",
  "/pictures/season-autumn.webp": "The same field in autumn, golden under a red sky.",
  "/pictures/season-winter.webp":
    "The same field in winter: snow in the furrows, a light in the house.",
  "/pictures/detail-homestead.webp":
    "A drawn map, close: the house with its flag, between stream and fields.",
  "/pictures/detail-roots.webp": "A root, close: fine threads that run between stones.",
  "/pictures/detail-gulls.webp": "A tractor draws dark furrows into stubble, with gulls behind it.",
  "/pictures/detail-farmstead.webp": "A farmhouse under tall trees at the edge of its rows.",
};
