import { expect, test } from "vitest";
import { designNames, type LookRecord, look as lookBlock } from "#content/blocks/look.ts";
import { contrast } from "#look/colours/contrast.ts";
import { type Look, lookOf } from "#look/look.ts";
import { letter } from "./email.ts";
import { htmlOf } from "./email-html.ts";

const [seed] = lookBlock.seed as readonly Omit<LookRecord, "_id">[];
const dressed = (values: Partial<LookRecord>): Look =>
  lookOf({ _id: "1", ...seed, ...values } as LookRecord);

const receipt = letter({
  recipient: "ada@example.com",
  subject: "Your receipt",
  paragraphs: ["Thank you."],
  facts: [["Plan", "Standard"]],
  button: { text: "See the order", url: "https://site.example/orders/1" },
  sender: { name: "Acme Studio", line: "© Acme", address: ["Oslo"] },
  reason: "You bought something.",
  isRepliedTo: true,
  choiceUrl: "https://site.example/choice",
});

const html = (values: Partial<LookRecord>) => htmlOf(receipt, dressed(values));

/** Each colour of text with the colour behind it, in the order of the document. */
function pairsIn(page: string): readonly (readonly [text: string, back: string])[] {
  const [, body = ""] = page.split("</style>");
  const backs: string[] = [];
  return [...body.matchAll(/<(\/?)(\w+)([^>]*)>/g)].flatMap(([, end, name, attributes = ""]) => {
    if (!["body", "table", "tr", "td", "th", "p", "a", "h1", "div"].includes(name ?? "")) return [];
    if (end === "/") {
      backs.pop();
      return [];
    }
    const back = /background:(#\w{6})/.exec(attributes)?.[1] ?? backs.at(-1) ?? "";
    backs.push(back);
    const text = /[";]color:(#\w{6})/.exec(attributes)?.[1];
    return text === undefined ? [] : [[text, back] as const];
  });
}

/** The email with the colours that its style sheet gives to it in the dark scheme. */
function atNight(page: string): string {
  const night = /prefers-color-scheme:dark\)\{\n([\s\S]*?)\n\}\n/.exec(page)?.[1] ?? "";
  const rules = new Map(
    [...night.matchAll(/^\.([\w-]+)\{(.*)\}$/gm)].map(([, name = "", text = ""]) => [name, text]),
  );
  return page.replace(/class="([^"]*)"([^>]*?)style="([^"]*)"/g, (_, names, between, style) => {
    const changed = names.split(" ").flatMap((name: string) => rules.get(name)?.split(";") ?? []);
    const added = changed.map((rule: string) => rule.replace("!important", ""));
    const replaced = style
      .split(";")
      .filter(
        (rule: string) => !added.some((one: string) => one.split(":")[0] === rule.split(":")[0]),
      );
    return `class="${names}"${between}style="${[...replaced, ...added].join(";")}"`;
  });
}

const looks: readonly [string, Partial<LookRecord>][] = [
  ...designNames.map((design) => [design, { design }] as [string, Partial<LookRecord>]),
  ["Field without drawings", { drawings: "None" }],
  ["dark Print", { design: "Print", scheme: "Dark" }],
  ["a neon brand", { design: "Studio", brand: "#d4ff00", ground: "#ffffff", accent: "#ffff66" }],
  ["a white brand", { design: "Print", brand: "#ffffff" }],
  ["a black site", { design: "Studio", ground: "#000000", surface: "#0a0a0a", brand: "#101010" }],
];

test.each(looks)("all text of an email can be read in both schemes: %s", (_, values) => {
  for (const page of [html(values), atNight(html(values))]) {
    const pairs = pairsIn(page);
    expect(pairs.length).toBeGreaterThan(12);
    for (const [text, back] of pairs) {
      expect(contrast(text, back), `${text} on ${back}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("an email has the colours, the typefaces and the corners of the look", () => {
  const page = html({ design: "Studio", corners: "Round" });
  const { light, dark } = dressed({ design: "Studio" }).palettes;
  expect(page).toContain(`background:${light.brand};mso-padding-alt`);
  expect(page).toContain(`.button{background:${dark.brand}!important;color:${dark["on-brand"]}`);
  expect(page).toContain("border-radius:12px;font:600 16px/1.25 Inter,Helvetica");
  expect(page).toMatch(/<h1[^>]*font:600 32px\/1\.15 Archivo,/);
});

test("an email has no trace of the farm in a design without drawings", () => {
  const field = new Set(Object.values(dressed({}).palettes.light));
  for (const design of ["Studio", "Print"] as const) {
    const colours = html({ design }).match(/#[0-9a-f]{6}\b/g) ?? [];
    expect(colours.filter((colour) => field.has(colour) && colour !== "#ffffff")).toEqual([]);
    expect(html({ design })).not.toMatch(/Fraunces|border-radius:50%/);
  }
  expect(html({ drawings: "None" })).not.toContain("border-radius:50%");
  expect(html({})).toContain("border-radius:50%");
});

test("an email of a site with one scheme does not follow the reader's device", () => {
  for (const scheme of ["Light", "Dark"] as const) {
    const page = html({ scheme });
    const name = scheme === "Light" ? "light" : "dark";
    expect(page).toContain(`<meta name="color-scheme" content="${name}">`);
    expect(page).not.toContain("prefers-color-scheme");
    expect(page).toContain(`background:${dressed({}).palettes[name].ground};`);
  }
});

test("an email names no uploaded font, because readers do not have it", () => {
  const page = html({ headingFont: "Uploaded", ownHeadingFont: "/fonts/0123456789abcdef.woff2" });
  expect(page).toMatch(/<h1[^>]*font:600 27px\/1\.25 'Avenir Next'/);
  expect(page).not.toContain("woff2");
});

test("an email shows the logo of the site, and its name where pictures are not loaded", () => {
  const [usual, night] = ["email.png", "email-night.png"].map((file) => ({
    url: `https://site.example/icons/${file}?v=1`,
    width: 220,
    height: 24,
  }));
  if (usual === undefined || night === undefined) throw new Error("unreachable");
  for (const design of designNames) {
    const look = dressed({ design });
    expect(htmlOf(receipt, look)).not.toContain("<img");
    const alone = htmlOf(receipt, look, { usual, night: null });
    expect(alone).toContain(
      '<img class="logo" src="https://site.example/icons/email.png?v=1" width="220" height="24" alt="Acme Studio"',
    );
    expect(alone).toContain(
      `.logo{padding:10px 14px!important;background:${look.palettes.light.ground}`,
    );
    const both = htmlOf(receipt, look, { usual, night });
    expect(both).toMatch(/class="night-logo" src="[^"]*email-night\.png\?v=1"[^>]*display:none/);
    expect(both).toContain(".logo{display:none!important}");
  }
});
