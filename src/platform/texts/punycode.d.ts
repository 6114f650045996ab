/** The part of "punycode.js" that Furrow uses. The package has no types of its own. */
declare module "punycode.js" {
  const punycode: {
    /** Throws a RangeError for a text that is not punycode. */
    decode(label: string): string;
  };
  export default punycode;
}
