import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Field green, the panel's only accent, from light to dark. */
const field: MantineColorsTuple = [
  "#eef5ee",
  "#dde9de",
  "#b9d2bc",
  "#92ba97",
  "#71a677",
  "#5c9963",
  "#468150",
  "#2f5a36",
  "#28502f",
  "#1d4425",
];

const fontFamily =
  '-apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, "Helvetica Neue", Arial, sans-serif';

export const adminTheme = createTheme({
  primaryColor: "field",
  primaryShade: { light: 7, dark: 6 },
  colors: { field },
  autoContrast: true,
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.25" },
      h2: { fontSize: "1.125rem", lineHeight: "1.35" },
    },
  },
  defaultRadius: "sm",
  components: {
    Badge: {
      styles: { root: { flex: "none" }, label: { textTransform: "none", fontWeight: 600 } },
    },
    NavLink: { styles: { root: { minHeight: 44 } } },
    Button: { styles: { root: { fontWeight: 600 } } },
  },
});

/** Quiet text that is still dark enough to be read: the library's own grey is not. */
export const adminVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { "--mantine-color-dimmed": "var(--mantine-color-gray-7)" },
  dark: { "--mantine-color-dimmed": "var(--mantine-color-dark-1)" },
});
