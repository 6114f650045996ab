/** Current time in Unix milliseconds; a parameter, so that tests can set it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
