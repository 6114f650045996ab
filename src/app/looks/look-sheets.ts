import type { DesignName } from "#look/designs.ts";
import type { Look } from "#look/look.ts";
import type { StyleSheet } from "../ui/styles/style-sheets.ts";
import plainSheet from "./plain.css?sheet";
import printSheet from "./print.css?sheet";
import studioSheet from "./studio.css?sheet";
import framedPicturesSheet from "./with-framed-pictures.css?sheet";
import plainPicturesSheet from "./with-plain-pictures.css?sheet";
import roundedPicturesSheet from "./with-rounded-pictures.css?sheet";
import tonedPicturesSheet from "./with-toned-pictures.css?sheet";

const sheetsOfDesign: Readonly<Record<DesignName, readonly StyleSheet[]>> = {
  Field: [],
  Studio: [studioSheet],
  Print: [printSheet],
};

/** What the owner chose for pictures comes after the design; see the order in `scripts/bundle`. */
const sheetsOfPictures: Readonly<Record<Look["pictures"], readonly StyleSheet[]>> = {
  Own: [],
  Plain: [plainPicturesSheet],
  Rounded: [roundedPicturesSheet],
  Framed: [framedPicturesSheet],
  Toned: [tonedPicturesSheet],
};

/** The style sheets that every page of a site with this look has. */
export function sheetsOfLook({ design, hasDrawings, pictures }: Look): readonly StyleSheet[] {
  return [
    ...(hasDrawings ? [] : [plainSheet]),
    ...sheetsOfDesign[design],
    ...sheetsOfPictures[pictures],
  ];
}
