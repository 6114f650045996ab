/** Why nothing was done, alike wherever the panel asks for something. */
export const signedOut = "You are signed out. Log in again in another tab, then try again here.";

export const noConnection = "There is no connection. Nothing is lost: try again when there is one.";

/** Whether an answer is one that the panel gave itself, and has told about in its corner already. */
export function isTold(answer: object): boolean {
  return "isTold" in answer;
}
