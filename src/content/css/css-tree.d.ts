/** The parts of css-tree without the grammar of every property, which makes the whole five times as large. */
declare module "css-tree/selector-parser" {
  export { parse as default } from "css-tree";
}

declare module "css-tree/tokenizer" {
  export { tokenize, tokenTypes } from "css-tree";
}

declare module "css-tree/utils" {
  export { ident, string, url } from "css-tree";
}
