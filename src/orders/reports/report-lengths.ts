/** Limits of a report; in a file of their own, because forms in the browser need them. */
export const longestReportText = 600;
export const mostNumbers = 6;
export const longestLabel = 60;
export const longestReportUnit = 20;
export const longestSource = 160;
