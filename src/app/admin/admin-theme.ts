import { createTheme, type MantineColorsTuple } from "@mantine/core";

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

export const adminTheme = createTheme({
  primaryColor: "field",
  primaryShade: { light: 7, dark: 5 },
  colors: { field },
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  headings: { fontWeight: "600" },
  defaultRadius: "sm",
  components: { Badge: { styles: { label: { textTransform: "none" } } } },
});
