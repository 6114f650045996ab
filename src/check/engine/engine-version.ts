/** Raised with every change of a check, so that stored pages are read again. */
export const engineVersion = 2;
