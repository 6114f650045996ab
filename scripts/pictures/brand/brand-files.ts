import { writeFile } from "node:fs/promises";
import { mark as outlines } from "../../../src/seo/mark.ts";
import { picturesFolder } from "../export-picture.ts";
import { letterOutlines } from "./letter-outlines.ts";

const publicFolder = new URL("../../../public/", import.meta.url);

/** An <img> cannot inherit a colour, so the files themselves follow the system's appearance. */
const switching = `<style>.ink,.soil{fill:#3B2A1E}.ink{fill:#231A12}.leaf{fill:#2F5A36}@media (prefers-color-scheme:dark){.ink{fill:#F7F0E1}.soil{fill:#E2B13C}.leaf{fill:#9CC66B}}</style>`;
const mark = `<path class="soil" d="${outlines.rows}"/><path class="leaf" d="${outlines.leaves}${outlines.stalk}"/>`;

/** The header's logo, and the icon of the browser's tab. */
export async function writeBrandFiles(): Promise<void> {
  const word = await letterOutlines("Furrow", 31, 600);
  const width = Math.ceil(39 + word.width + 1);
  await writeFile(
    new URL("furrow-logo.svg", picturesFolder),
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="34" viewBox="0 0 ${width} 34" role="img" aria-label="Furrow">${switching}<g transform="translate(0 .5)">${mark}</g><path class="ink" transform="translate(38.5 27.6)" d="${word.path}"/></svg>\n`,
  );
  await writeFile(
    new URL("favicon.svg", publicFolder),
    `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">${switching}${mark}</svg>\n`,
  );
}
