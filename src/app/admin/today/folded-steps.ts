const cookie = "first-steps";

/** Whether the person has folded the first steps in this browser; they are open until then. */
export function areFirstStepsFolded(cookies: string): boolean {
  return cookies.split(/;\s*/).includes(`${cookie}=folded`);
}

/** Remembers in this browser whether the first steps are folded. */
export function rememberFolded(isFolded: boolean): void {
  const rest = isFolded ? "folded; max-age=31536000" : "; max-age=0";
  // biome-ignore lint/suspicious/noDocumentCookie: the server draws the first steps from it
  document.cookie = `${cookie}=${rest}; path=/; samesite=lax`;
}
