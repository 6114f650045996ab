/**
 * Maximum numbers of characters. This file imports no server code, because forms in the browser
 * import the file.
 */
export const longestDeliveryText = 5000;
export const longestProof = 2000;
export const longestUnit = 40;
