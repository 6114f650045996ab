/** The site's colours by day, as `app/ui/styles/tokens.css` has them. */
export const ink = {
  paper: "#f7f0e1",
  sheet: "#fdf9ee",
  text: "#231a12",
  soft: "#5d4c3b",
  line: "#d3c3a1",
  field: "#2f5a36",
  onField: "#fbf5e6",
  sprout: "#6c9a3b",
  wheat: "#e2b13c",
  soil: "#3b2a1e",
  onSoil: "#f5ead3",
  onSoilSoft: "#d0bd9c",
} as const;

/** Mails load no fonts: the site's own where a reader happens to have it, else the next of its kind. */
export const displayFont = "Fraunces,Georgia,'Times New Roman',serif";
export const textFont =
  "'Avenir Next',Avenir,'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,sans-serif";

/** The site by night, and less margin on a phone. */
export const darkColours = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.edge{padding:20px 0!important}
.sheet{padding:28px 20px 24px!important}
.inset{padding-left:20px!important;padding-right:20px!important}
}
@media (prefers-color-scheme:dark){
.ground{background:#131812!important}
.sheet{background:#1f271e!important}
.text{color:#f1e8d4!important}
.soft{color:#bcb29b!important}
.line{border-color:#353e32!important}
.name{color:#a5c973!important}
.button{background:#a5c973!important;color:#14200f!important}
.soil{background:#271a11!important}
}
`;
