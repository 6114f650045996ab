import { expect, test } from "vitest";
import { initialsOf } from "./person.ts";

test("initials are the first letters of the first and the last word, or of an email address", () => {
  const initials = {
    "Ottilie Brandt": "OB",
    "Saskia de Boer": "SB",
    Ada: "A",
    "élodie Ånd": "ÉÅ",
    "ada.lovelace@example.com": "A",
    "": "",
  };
  expect(Object.fromEntries(Object.keys(initials).map((name) => [name, initialsOf(name)]))).toEqual(
    initials,
  );
});
