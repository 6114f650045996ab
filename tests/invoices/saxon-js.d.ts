/** The part of saxon-js that `npm run check-invoices` uses; the package has no types. */
declare module "saxon-js" {
  interface SaxonJs {
    readonly XPath: {
      evaluate(
        expression: string,
        context: null,
        options: {
          readonly params: Readonly<Record<string, string | readonly string[]>>;
          readonly resultForm: "array";
        },
      ): readonly unknown[];
    };
    serialize(value: unknown, options: { readonly method: "xml" }): string;
  }
  const saxonJs: SaxonJs;
  export default saxonJs;
}
