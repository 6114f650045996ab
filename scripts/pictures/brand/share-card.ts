import sharp from "sharp";
import { clearMorning } from "../first-light/first-light.ts";
import { sheet } from "../hand-cut.ts";
import { letterOutlines } from "./letter-outlines.ts";
import { leaves, rows, stalk } from "./mark.ts";

const width = 1200;
const height = 630;

/** What a shared link shows: the field, with the name in the quiet part of its sky. */
export async function shareCard(): Promise<Buffer> {
  const field = await sharp(await clearMorning())
    .resize(width)
    .toBuffer();
  const word = await letterOutlines("Furrow", 150, 600);
  const name = `<g transform="translate(62 66) scale(3.1)"><path d="${rows}" fill="#3B2A1E"/><path d="${leaves}${stalk}" fill="#2F5A36"/></g><path transform="translate(182 160)" d="${word.path}" fill="#231A12"/>`;
  return sharp(field)
    .extract({ left: 0, top: 0, width, height })
    .composite([{ input: sheet(width, height, name) }])
    .png({ palette: true, colours: 128, dither: 0.4 })
    .toBuffer();
}
