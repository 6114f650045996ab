/** Whether this program runs from a package, and not from a clone of the repository. */
export const isPackaged = (): boolean => process.env.FURROW_PACKAGE === "1";

/** Command line of a Furrow command, such as "npm run restore -- FILE" or "furrow restore FILE". */
export function commandWords(name: string, args = ""): string {
  if (isPackaged()) return `furrow ${name}${args === "" ? "" : ` ${args}`}`;
  return `npm run ${name}${args === "" ? "" : ` -- ${args}`}`;
}
