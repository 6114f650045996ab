import { loadSharp } from "../platform/load-sharp.ts";
import type { CardDress } from "./card-dress.ts";
import { cardFoot, cardHead, cardMargin, nearRows, shareCardSize } from "./card-frames.ts";

const { width, height } = shareCardSize;
const room = width - 2 * cardMargin;
const sizes = { website: [76, 62, 50, 40], finding: 33 } as const;
const baselines = { website: 182, findings: 262 };
/** A name with a mark needs less room below it than one without, or than the rules of a masthead. */
const lower = { field: 0, bar: 22, rules: 42 };

/**
 * The share picture of a check as PNG: the website and the findings that cost most; null for a
 * check that is not done.
 */
export async function checkCard(
  website: string,
  findings: readonly string[] | null,
  name: string,
  dress: CardDress,
): Promise<Buffer> {
  const { colours, lettering, frame } = dress;
  const { fitted, linesOf } = lettering;
  const outlineOf = (text: string, size: number, x: number, y: number, fill = colours.ink) =>
    lettering.outlineOf(text, { size, x, y, fill });
  const size = sizes.website.find((one) => fitted(website, one, room) === website) ?? 40;
  const heading = fitted(website, size, room);
  const parts: string[] = [];
  let baseline = baselines.findings + lower[frame];
  for (const [nth, finding] of (findings ?? []).entries()) {
    const lines = linesOf(finding, sizes.finding, room - 64);
    const shown = lines.slice(0, 2);
    if (lines.length > 2) shown[1] = `${shown[1]}…`;
    parts.push(
      `<circle cx="${cardMargin + 18}" cy="${baseline - 11}" r="20" fill="${colours.accent}"/>`,
    );
    parts.push(outlineOf(String(nth + 1), 28, cardMargin + 10, baseline - 1, colours["on-accent"]));
    for (const line of shown) {
      const text = fitted(line, sizes.finding, room - 64);
      parts.push(outlineOf(text, sizes.finding, cardMargin + 64, baseline));
      baseline += 42;
    }
    baseline += 26;
  }
  const sentence = (words: string) =>
    parts.push(outlineOf(fitted(words, 38, room), 38, cardMargin, baseline + 8));
  if (findings === null) sentence("A free check, with evidence instead of a score.");
  else if (findings.length === 0) sentence("Everything is sound: no faults found on this page.");
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    cardHead(`${lettering.drawable(name)} SEO check`.trim(), dress),
    frame === "field" ? nearRows(dress, 84) : cardFoot(dress, [1.5, 5, 14]),
    outlineOf(heading, size, cardMargin, baselines.website + lower[frame]),
    ...parts,
    "</svg>",
  ].join("");
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
}
