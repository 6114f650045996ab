/** Reasons why nothing was done, the same on every screen. */
export const signedOut = "You are signed out. Log in again in another tab, then try again here.";

export const noConnection = "You are offline. Nothing is lost: try again when you are back online.";

/** True for a result of the panel itself, which has shown a toast already. */
export function isShownAsToast(answer: object): boolean {
  return "isShownAsToast" in answer;
}
