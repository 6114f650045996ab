/** Width in pixels that Google's results on a desktop give a title before they cut it. */
export const shownTitleWidth = 580;

/** Width of a title in the font of search results, in whole pixels. Runs in a browser. */
export function titleWidth(title: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return 0;
  context.font = "20px Arial, sans-serif";
  return Math.round(context.measureText(title).width);
}
