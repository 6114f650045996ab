import { callsAt, defineBlock, type RecordOf } from "../model/define.ts";
import { choice, colour, css, text } from "../model/fields.ts";

export const designNames = ["Field", "Studio", "Print"] as const;

export const typefaceNames = [
  "Fraunces",
  "Newsreader",
  "Source Serif 4",
  "Literata",
  "Archivo",
  "Inter",
  "Hanken Grotesk",
  "IBM Plex Sans",
] as const;

/** The font of the reader's device, for which nothing is loaded. */
export const deviceFont = "Device";

const fontChoices = ["Own", ...typefaceNames, deviceFont, "Uploaded"] as const;
const fontLabels = {
  Own: "As the design has it",
  Device: "The reader’s device has it (nothing to load)",
  Uploaded: "A font of your own",
};

/** "Own" stands for what the design has. */
const font = (label: string) =>
  choice(label, fontChoices, { byDefault: "Own", labels: fontLabels });

const darkHelp = "Leave it empty, and it follows from the light colours.";
const fontAddress = (label: string) =>
  text(label, {
    optional: true,
    maxLength: 60,
    help: "The address of an uploaded font, such as /fonts/4f2a….woff2.",
  });

export const look = defineBlock({
  name: "look",
  title: "Look",
  alsoCalled: ["theme", "colours", "colors", "fonts", "typefaces", "design", "style", "brand"],
  shape: "singleton",
  labelField: "design",
  fields: {
    design: choice("Design", designNames, { byDefault: "Field" }),
    ground: colour("Ground", {
      help: "Behind everything. Leave a colour empty to keep the design’s.",
    }),
    surface: colour("Surface", { help: "Cards, fields of forms and boxes." }),
    ink: colour("Text"),
    brand: colour("Brand", { help: "Buttons, links and bands." }),
    accent: colour("Accent", { help: "What should catch the eye, in small amounts." }),
    danger: colour("Danger", { help: "Faults and what cannot be undone." }),
    darkGround: colour("Ground, dark", { help: darkHelp }),
    darkSurface: colour("Surface, dark", { help: darkHelp }),
    darkInk: colour("Text, dark", { help: darkHelp }),
    darkBrand: colour("Brand, dark", { help: darkHelp }),
    darkAccent: colour("Accent, dark", { help: darkHelp }),
    darkDanger: colour("Danger, dark", { help: darkHelp }),
    scheme: choice("Light and dark", ["Both", "Light", "Dark"], {
      byDefault: "Both",
      labels: {
        Both: "As the reader’s device is set",
        Light: "Always light",
        Dark: "Always dark",
      },
    }),
    headingFont: font("Typeface of headings"),
    textFont: font("Typeface of text"),
    ownHeadingFont: fontAddress("Own font of headings"),
    ownTextFont: fontAddress("Own font of text"),
    scale: choice("Size of text", ["Small", "Middle", "Large"], { byDefault: "Middle" }),
    corners: choice("Corners", ["Own", "Square", "Soft", "Round"], {
      byDefault: "Own",
      labels: { Own: "As the design has them" },
    }),
    density: choice("Space", ["Own", "Dense", "Middle", "Airy"], {
      byDefault: "Own",
      labels: { Own: "As the design has it" },
    }),
    drawings: choice("Drawings of the field", ["Own", "None"], {
      byDefault: "Own",
      labels: { Own: "As the design has them", None: "None" },
    }),
    pictures: choice("Pictures", ["Own", "Plain", "Rounded", "Framed", "Toned"], {
      byDefault: "Own",
      labels: { Own: "As the design has them", Toned: "Toned with the brand’s colour" },
    }),
    words: choice("Words", ["Farm", "Plain"], {
      byDefault: "Farm",
      labels: { Farm: "Of the farm", Plain: "Plain" },
      help: "Texts and pictures that you have not changed come from this set. What you wrote stays.",
    }),
    customCss: css("Custom CSS", {
      help: "Rules for the public pages. They never reach the pages of orders and accounts, or the panel.",
    }),
  },
  calls: [callsAt("/look", "/add-look", "/update-look")],
  screens: { list: ["/edit-look"], edit: ["/look-edit"] },
  messages: { created: "Look is Updated", updated: "Look is Updated" },
  readBy: "everyone",
  seed: [
    {
      design: "Field",
      ground: "",
      surface: "",
      ink: "",
      brand: "",
      accent: "",
      danger: "",
      darkGround: "",
      darkSurface: "",
      darkInk: "",
      darkBrand: "",
      darkAccent: "",
      darkDanger: "",
      scheme: "Both",
      headingFont: "Own",
      textFont: "Own",
      ownHeadingFont: "",
      ownTextFont: "",
      scale: "Middle",
      corners: "Own",
      density: "Own",
      drawings: "Own",
      pictures: "Own",
      words: "Farm",
      customCss: "",
    },
  ],
  seedMayStay: true,
});

export type LookRecord = RecordOf<typeof look>;
