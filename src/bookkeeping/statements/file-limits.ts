/** 200,000 rows of PayPal's activity with all columns have about 90 MB. */
export const largestStatementBytes = 120_000_000;
