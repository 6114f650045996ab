/** Words of the tax categories, as in "Reverse charge, 0 %". */
export const categoryWords = {
  S: "Standard rate",
  AE: "Reverse charge",
  G: "Export",
  O: "Not subject to VAT",
} as const;
