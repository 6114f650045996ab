/** Time for which deleted pictures, messages, subscribers and notes can be restored. */
export const trashDays = 30;
export const trashMs = trashDays * 24 * 60 * 60 * 1000;
