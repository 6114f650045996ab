/** Suffix of the fields with the proof of several points, as in `value-all`. */
export const shared = "all";

/** Kind of a point that has no proof of its own, but the shared one. */
export const sharedKind = "shared";
