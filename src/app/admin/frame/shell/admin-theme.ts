import {
  alpha,
  type CSSVariablesResolver,
  createTheme,
  type MantineColor,
  type MantineColorsTuple,
  type MantineTheme,
  mergeThemeOverrides,
} from "@mantine/core";
import { filterOptions } from "../ui/filter-options.ts";
import classes from "./admin-controls.module.css";

/** Greys of the light scheme, from light to dark. */
const gray: MantineColorsTuple = [
  "#f4eddc",
  "#f1e9d6",
  "#e6dcc6",
  "#d9cfb6",
  "#c4b99f",
  "#a89d86",
  "#7d7464",
  "#574f43",
  "#3d362c",
  "#2a241c",
];

/** Greys of the dark scheme, from light to dark. */
const dark: MantineColorsTuple = [
  "#d9d5c6",
  "#bcb8a8",
  "#8d9081",
  "#6c7265",
  "#444c40",
  "#3a4237",
  "#2b322a",
  "#1c211b",
  "#161b16",
  "#111511",
];

const fontFamily =
  '-apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, "Helvetica Neue", Arial, sans-serif';

/**
 * Colours of badges and messages. Mantine passes any other word on to CSS, in which “field” is a
 * colour of the system: white.
 */
export type PanelColour = "brand" | "gray" | "yellow" | "orange" | "red" | "blue" | "green";

/** What the panel takes from the look of the site. */
export interface PanelAccent {
  /** Ten shades of the brand, from light to dark. */
  readonly shades: MantineColorsTuple;
  /** Value of `font-family` for titles; "" for that of all other text. */
  readonly headings: string;
  /** Font faces of titles; "" for those that every panel has. */
  readonly faces: string;
  /** Addresses of the fonts to load before the layout. */
  readonly fontFiles: readonly string[];
}

/** The accent in the look of the site. The grounds of the panel stay neutral. */
export const adminThemeOf = ({ shades, headings }: Pick<PanelAccent, "shades" | "headings">) =>
  mergeThemeOverrides(adminTheme, {
    colors: { brand: shades },
    other: { headings: headings || fontFamily },
  });

/** The theme without the colour "brand", for parts of a page that has it as variables. */
export const adminTheme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 6 },
  // Mantine refuses a primary colour without shades.
  colors: { brand: gray, gray, dark },
  autoContrast: true,
  focusClassName: classes.focus ?? "",
  respectReducedMotion: true,
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.25" },
      h2: { fontSize: "1.125rem", lineHeight: "1.35" },
      // Some screens render an h2 with `size="h3"`, which must look like every other h2.
      h3: { fontSize: "1.125rem", lineHeight: "1.35" },
    },
  },
  defaultRadius: "sm",
  components: {
    ActionIcon: { classNames: { root: classes.iconButton } },
    CloseButton: { classNames: { root: classes.iconButton } },
    Badge: {
      styles: {
        root: { flex: "none", verticalAlign: "middle" },
        label: { textTransform: "none", fontWeight: 600 },
      },
    },
    NavLink: { styles: { root: { minHeight: 44 } } },
    Button: {
      classNames: { root: classes.button, label: classes.words },
      styles: { root: { fontWeight: 600 } },
    },
    Card: { classNames: { root: `${classes.card} ${classes.paper}` } },
    Paper: { classNames: { root: classes.paper } },
    Title: { classNames: { root: classes.title } },
    Select: { defaultProps: { filter: filterOptions } },
    MultiSelect: { defaultProps: { filter: filterOptions } },
    Input: { classNames: { wrapper: classes.wrapper, input: classes.input } },
    Checkbox: { classNames: { input: classes.tick, body: classes.box, label: classes.boxLabel } },
    Radio: { classNames: { radio: classes.tick } },
    // Mantine gives the close button no accessible name, so the label is set here. Mantine's
    // `<header>` would be a second banner landmark, so its role is removed.
    Modal: {
      defaultProps: {
        closeButtonProps: { "aria-label": "Close" },
        attributes: { header: { role: "presentation" } },
      },
      // Header and body have the same background, without an edge between them.
      styles: { header: { backgroundColor: "var(--ground)" }, title: { fontWeight: 600 } },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { "aria-label": "Close" } },
      styles: {
        header: { backgroundColor: "var(--ground)" },
        title: { fontWeight: 600 },
      },
    },
    // SegmentedControl ignores `respectReducedMotion`.
    SegmentedControl: {
      defaultProps: { transitionDuration: 0 },
      classNames: { label: classes.segment },
    },
    // Mantine's white bullets would be too bright in the dark scheme.
    Timeline: { styles: { itemBullet: { backgroundColor: "var(--mantine-color-body)" } } },
    Notification: {
      defaultProps: { withBorder: true, closeButtonProps: { "aria-label": "Dismiss" } },
    },
  },
});

/**
 * Colours with enough contrast where Mantine's colours have too little, and the panel's own
 * colours. The colours are set here, because the build rewrites `light-dark()` in style sheets.
 */
export const adminVariables: CSSVariablesResolver = (theme) => ({
  variables: {
    "--font-heading": theme.other.headings,
  },
  light: {
    "--focus": "var(--mantine-color-brand-7)",
    "--control-edge": "#7d858c",
    "--table-line": "#e2d9c3",
    "--mantine-color-body": "#fbf7ec",
    "--mantine-color-text": "#231a12",
    "--mantine-color-default-border": "#d9cfb6",
    // A disabled button must be less conspicuous than other buttons.
    "--mantine-color-disabled": "var(--mantine-color-gray-0)",
    "--ground": "#fffdf6",
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "#697077",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-red-filled": "var(--mantine-color-red-9)",
    "--mantine-color-red-filled-hover": "#b02525",
    "--mantine-color-red-light-color": "#a61e1e",
    "--mantine-color-orange-light-color": "#8a3300",
    "--mantine-color-yellow-light-color": "#744300",
    "--mantine-color-blue-text": "var(--mantine-color-blue-9)",
  },
  dark: {
    ...nightTints(theme),
    "--focus": "var(--mantine-color-brand-3)",
    "--control-edge": "#7f7f7f",
    "--table-line": "var(--mantine-color-dark-4)",
    "--ground": "#232921",
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "#9b9b9b",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-red-filled": "var(--mantine-color-red-9)",
    "--mantine-color-red-filled-hover": "#b02525",
  },
});

const tinted: readonly MantineColor[] = ["brand", "gray", "red", "orange", "yellow"];

/**
 * Colours of alerts, badges and subtle buttons in the dark scheme. In Mantine's dark scheme the
 * backgrounds are too dark or too bright, and the text is grey.
 */
function nightTints({ colors }: MantineTheme): Record<string, string> {
  return Object.fromEntries(
    tinted.flatMap((name) => {
      const shade = colors[name]?.[5] ?? "";
      return [
        [`--mantine-color-${name}-light`, alpha(shade, 0.16)],
        [`--mantine-color-${name}-light-hover`, alpha(shade, 0.22)],
        [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-3)`],
      ];
    }),
  );
}
