/** Style sheet of a section or a component, see `scripts/bundle/style-sheets.ts`. */
declare module "*.css?sheet" {
  const sheet: import("./ui/styles/style-sheets.ts").StyleSheet;
  export default sheet;
}
