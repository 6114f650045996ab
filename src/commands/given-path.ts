import { resolve } from "node:path";

/**
 * A file or folder that an operator has named to a command. npm runs it in the program's folder and says
 * where it was called, which is where a relative name begins.
 */
export function givenPath(name: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), name);
}
