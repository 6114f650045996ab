/** Whether this program runs from a package, and not from a clone of the repository. */
export const isPackaged = (): boolean => process.env.FURROW_PACKAGE === "1";

/** What a person types to run a command, such as "npm run restore -- FILE". */
export function commandWords(name: string, args = ""): string {
  if (isPackaged()) return `furrow ${name}${args === "" ? "" : ` ${args}`}`;
  return `npm run ${name}${args === "" ? "" : ` -- ${args}`}`;
}
