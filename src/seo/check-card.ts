import { loadSharp } from "../platform/load-sharp.ts";
import { drawable, fitted, linesOf, outlineOf, shareCardSize } from "./share-card.ts";
import { mark } from "./site-icon.ts";

const { width, height } = shareCardSize;
const margin = 72;
const room = width - 2 * margin;
const fieldHeight = 84;
const sizes = { website: [76, 62, 50, 40], finding: 33 } as const;
const colours = {
  paper: "#f7f0e1",
  wheat: "#e2b13c",
  soil: "#4a3224",
  ridge: "#2f5a36",
  sprout: "#71a677",
};

/**
 * The share picture of a check as PNG: the website and the findings that cost most; null for a
 * check that is not done.
 */
export async function checkCard(
  website: string,
  findings: readonly string[] | null,
  name: string,
): Promise<Buffer> {
  const size = sizes.website.find((one) => fitted(website, one, room) === website) ?? 40;
  const heading = fitted(website, size, room);
  const parts: string[] = [];
  let baseline = 262;
  for (const [nth, finding] of (findings ?? []).entries()) {
    const lines = linesOf(finding, sizes.finding, room - 64);
    const shown = lines.slice(0, 2);
    if (lines.length > 2) shown[1] = `${shown[1]}…`;
    parts.push(
      `<circle cx="${margin + 18}" cy="${baseline - 11}" r="20" fill="${colours.wheat}"/>`,
    );
    parts.push(outlineOf(String(nth + 1), 28, margin + 10, baseline - 1));
    for (const line of shown) {
      const text = fitted(line, sizes.finding, room - 64);
      parts.push(outlineOf(text, sizes.finding, margin + 64, baseline));
      baseline += 42;
    }
    baseline += 26;
  }
  if (findings === null)
    parts.push(outlineOf("A free check, with evidence instead of a score.", 38, margin, 270));
  else if (findings.length === 0)
    parts.push(outlineOf("A sound field: no faults found on this page.", 38, margin, 270));
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.paper}"/>`,
    `<g transform="translate(${margin} 40) scale(1.5)"><path d="${mark.rows}" fill="${colours.soil}"/><path d="${mark.leaves}${mark.stalk}" fill="${colours.ridge}"/></g>`,
    outlineOf(fitted(`${drawable(name)} SEO check`.trim(), 38, room - 60), 38, margin + 60, 80),
    outlineOf(heading, size, margin, 182),
    ...parts,
    field(),
    "</svg>",
  ].join("");
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer();
}

function field(): string {
  const top = height - fieldHeight;
  const rows = Array.from({ length: 23 }, (_, nth) => {
    const [above, below] = [nth * 54 - 10, (nth - 11) * 110 + 600];
    return `<path d="M${above} ${top}L${below} ${height}L${below + 62} ${height}L${above + 26} ${top}Z" fill="${colours.sprout}"/>`;
  });
  return `<rect y="${top}" width="${width}" height="${fieldHeight}" fill="${colours.ridge}"/>${rows.join("")}`;
}
