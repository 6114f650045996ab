/** The present, in milliseconds since 1970 (UTC). Passed in, so that a test can hold time still. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
