/** Local hour of the daily email. */
export const dailyHour = 8;
