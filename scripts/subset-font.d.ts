declare module "subset-font" {
  interface SubsetOptions {
    readonly targetFormat: "woff2" | "sfnt";
    /** Axes of a variable font, each fixed at a value or kept in a range. */
    readonly variationAxes?: Readonly<
      Record<string, number | { readonly min: number; readonly max: number }>
    >;
    readonly keepFeatures?: readonly string[];
    readonly noHinting?: boolean;
    readonly dropTables?: readonly string[];
  }

  /** A font with the letters of `text` only. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: SubsetOptions,
  ): Promise<Buffer>;
}
