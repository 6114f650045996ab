/** Maximum numbers of characters; in a file of their own, because forms in the browser need them. */
export const longestDeliveryText = 5000;
export const longestProof = 2000;
export const longestUnit = 40;
