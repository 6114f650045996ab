// The packages have no types for their single files. Ranked lists of words:

declare module "@zxcvbn-ts/language-common/dist/diceware.json.mjs" {
  const words: string[];
  export default words;
}

declare module "@zxcvbn-ts/language-common/dist/passwords.json.mjs" {
  const words: string[];
  export default words;
}

declare module "@zxcvbn-ts/language-en/dist/commonWords.json.mjs" {
  const words: string[];
  export default words;
}

declare module "@zxcvbn-ts/language-en/dist/firstnames.json.mjs" {
  const words: string[];
  export default words;
}

declare module "@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs" {
  const graphs: import("@zxcvbn-ts/core").OptionsGraph;
  export default graphs;
}

declare module "@zxcvbn-ts/language-en/dist/translations.mjs" {
  const translations: import("@zxcvbn-ts/core").TranslationKeys;
  export default translations;
}
