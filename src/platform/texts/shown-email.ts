import punycode from "punycode.js";
import { asciiEmail } from "./email-address.ts";

const common = "\\p{Script=Common}\\p{Script=Inherited}";
const latin = "\\p{Script=Latin}";
const lettersTogether = [
  [latin],
  ["\\p{Script=Han}", "\\p{Script=Hiragana}", "\\p{Script=Katakana}", latin],
  ["\\p{Script=Han}", "\\p{Script=Bopomofo}", latin],
  ["\\p{Script=Han}", "\\p{Script=Hangul}", latin],
  "Arabic",
  "Armenian",
  "Bengali",
  "Cyrillic",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Greek",
  "Gujarati",
  "Gurmukhi",
  "Hebrew",
  "Kannada",
  "Khmer",
  "Lao",
  "Malayalam",
  "Myanmar",
  "Sinhala",
  "Tamil",
  "Telugu",
  "Thai",
].map((scripts) => {
  const letters = typeof scripts === "string" ? `\\p{Script=${scripts}}` : scripts.join("");
  return new RegExp(`^[${letters}${common}]+$`, "u");
});

/** Labels that consist of letters and digits that look like Latin ones, such as "сосо". */
const looksLatin = /^[-0-9асԁеһіјӏорԛѕԝхуъьҽпгѵѡαεικνορτυωηγ]+$/;

/** Whether people can read the label without taking it for another one. */
function isReadable(label: string, topLabel: string): boolean {
  if (!lettersTogether.some((together) => together.test(label))) return false;
  // Below a name such as ".рф", nobody expects Latin letters.
  return !looksLatin.test(label) || topLabel.startsWith("xn--");
}

/**
 * An email address as people read it, with its domain in Unicode. Stored and sent addresses have the
 * ASCII form (`asciiEmail`), which stays for a domain that could be taken for another one: with
 * letters of several scripts in one label, or only letters that look like Latin ones.
 */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 0 || !/(^|\.)xn--/.test(domain)) return email;
  const labels = domain.split(".");
  const topLabel = labels.at(-1) ?? "";
  try {
    const shown = labels.map((label) => {
      if (!label.startsWith("xn--")) return label;
      const decoded = punycode.decode(label.slice("xn--".length));
      if (!isReadable(decoded, topLabel)) throw new RangeError("The label is ambiguous.");
      return decoded;
    });
    const local = email.slice(0, at);
    const unicode = `${local}@${shown.join(".")}`;
    // A sign such as "£" can be decoded, but no address with it can be typed.
    return asciiEmail(unicode) === `${local}@${domain}` ? unicode : email;
  } catch {
    return email;
  }
}
