/**
 * Maximum numbers of characters of answers. This file imports no server code, because forms in the
 * browser import the file.
 */
export const briefLengths = {
  line: 200,
  text: 5000,
  website: 500,
  choice: 2000,
  choices: 2000,
  date: 10,
  number: 20,
  files: 0,
  secret: 0,
  note: 0,
} as const;
