import { replyMarker } from "../templates/email.ts";

const space = String.raw`[^\S\n]`;
const around = `(?:${space}|[>＞*_|–—-])*`;
/** The line alone, because a person can write about the line in a sentence. */
const markerLine = new RegExp(
  `^${around}${replyMarker.replaceAll(" ", `${space}+`)}${around}$`,
  "m",
);

/** Whether one of the lines is the line above which replies are written. */
export function hasMarker(text: string): boolean {
  return markerLine.test(text);
}
