import { trimmed } from "../platform/texts/plain-text.ts";
import { longestFileName } from "./file-limits.ts";

/** Characters that control a terminal or a header, and line and paragraph separators. */
const controls = /[\p{Cc}\u2028\u2029]/gu;
/**
 * Characters that turn the direction of text. With them, a program can look like a picture: the
 * name "gpj.exe" after U+202E is shown as "exe.jpg".
 */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const longestExtension = 20;

/**
 * Makes a file name from any text, such as the name that a browser sends: composed (NFC), at most
 * 150 characters, without a path, control characters and characters that turn the direction of
 * text. Keeps the extension of a name that is too long.
 */
export function fileName(text: string): string {
  const base = text.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  // Composed last, because removed characters can stand between a letter and its accent.
  const clean = base.replace(controls, "").replace(directions, "").normalize("NFC");
  // A name of dots only means a folder, and a name that begins with a dot is hidden.
  const name = trimmed(clean.replace(/^[.\s]+/, ""));
  if (name === "") return "file";
  const characters = [...name];
  if (characters.length <= longestFileName) return name;
  const extension = /\.[^.\s]+$/.exec(name)?.[0] ?? "";
  const kept = [...extension].length <= longestExtension ? extension : "";
  const start = characters.slice(0, longestFileName - [...kept].length).join("");
  return `${start.trimEnd()}${kept}`;
}
