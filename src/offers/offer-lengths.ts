export const longestTitle = 80;
export const longestNote = 2000;
export const longestPoint = 160;
export const mostPoints = 40;
export const mostPayDays = 90;
