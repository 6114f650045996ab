import { zipSync } from "fflate";

const tenMegabytes = 10 * 1024 * 1024;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Tables that take long to read, or much memory. */
export const worstTables: Readonly<Record<string, () => Uint8Array>> = {
  "10 MB of commas": () => bytesOf(",".repeat(tenMegabytes)),
  "10 MB of quotation marks": () => bytesOf('"'.repeat(tenMegabytes)),
  "10 MB of line ends": () => bytesOf("\n".repeat(tenMegabytes)),
};

export const worstZips: Readonly<Record<string, () => Uint8Array>> = {
  "a zip that unpacks to 100 MB": () =>
    zipSync({ "Dates.csv": [new Uint8Array(100_000_000), { level: 9 }] }),
  "a zip of 60,000 files": () => {
    const files = Array.from({ length: 60_000 }, (_, nth) => [`${nth}.csv`, bytesOf("a,b")]);
    return zipSync(Object.fromEntries(files), { level: 0 });
  },
};

const mailWith = (headers: string, body = "Hello") =>
  bytesOf(`From: ada@example.com\r\nTo: shop@example.com\r\n${headers}\r\n${body}`);

export const worstMails: Readonly<Record<string, () => Uint8Array>> = {
  "an email of 20,000 nested parts": () =>
    mailWith(
      Array.from(
        { length: 20_000 },
        (_, nth) => `Content-Type: multipart/mixed; boundary=b${nth}\r\n\r\n--b${nth}\r\n`,
      ).join(""),
    ),
  "an email of 20,000 parts": () =>
    mailWith(
      "Content-Type: multipart/mixed; boundary=b\r\n",
      `--b\r\nContent-Type: text/plain\r\n\r\n${"Hello ".repeat(80)}\r\n`.repeat(20_000),
    ),
  "an email with a header of 10 MB": () =>
    mailWith(`To: ${"a@b.example, ".repeat(tenMegabytes / 13)}\r\n`),
};

/** A line of an archive: JSON of about this many bytes. */
export const worstLines: Readonly<Record<string, (length: number) => string>> = {
  "a line of open brackets": (length) => "[".repeat(length),
  "a line of empty objects": (length) => `[${"{},".repeat(length / 3)}{}]`,
};

/** Files of a website, each as large as the check reads it. */
const svgOf = (inner: string) =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/>${inner}</svg>`,
  );

export const worstSvgs: Readonly<Record<string, () => Uint8Array>> = {
  "an SVG of 4,900 groups inside each other": () =>
    svgOf(`${"<g>".repeat(4900)}${"</g>".repeat(4900)}`),
  "an SVG of 1 MB of attributes": () =>
    svgOf(`<g ${Array.from({ length: 80_000 }, (_, n) => `a${n}="1"`).join(" ")}/>`),
  "an SVG of 1 MB of styles": () => svgOf(`<style>${".a{fill:red}".repeat(80_000)}</style>`),
};

export const worstFiles = {
  robots: () => `User-agent: *\n${"Disallow: *a*a*a*b\n".repeat(26_000)}`,
  page: () => `<!doctype html><title>x</title>${"<a href=/x>x</a>".repeat(131_000)}`,
  sitemap: () => {
    const url = "<!-- a --><url><loc>https://sound.test/x</loc></url>";
    return `<urlset>${url.repeat(9500)}</urlset>`;
  },
};
