/**
 * Limits of a report. This file imports no server code, because forms in the browser import the
 * file.
 */
export const longestReportText = 600;
export const mostNumbers = 6;
export const longestLabel = 60;
export const longestReportUnit = 20;
export const longestSource = 160;
/** Maximum size of a file with numbers. The server holds the whole file in memory. */
export const largestFigureFileBytes = 10_000_000;
