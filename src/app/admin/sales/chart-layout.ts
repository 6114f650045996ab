// Pixels from the top of a chart.
export const plotTop = 8;
export const plotBottom = 180;

/** Where everything of a chart stands: across in percent of its width, down in pixels. */
export interface ChartLayout {
  /** The lines across, with what they stand for. */
  readonly lines: readonly { readonly value: number; readonly y: number }[];
  /** The middle of the first step's column; the others follow, each a column's width further. */
  readonly firstMiddle: number;
  readonly columnWidth: number;
  readonly barWidth: number;
  readonly bars: readonly {
    /** Which of the series. */
    readonly kind: number;
    /** Which of the steps. */
    readonly at: number;
    readonly y: number;
    readonly height: number;
  }[];
}
