import { endWithParent } from "./parent.mjs";

/** A failure whose message says all there is to say: it is printed without a stack. */
export class Problem extends Error {}

/** Runs a command's main function; a problem ends the process with its sentence and code 1. */
export async function runCommand(main) {
  endWithParent();
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    process.exit(1);
  }
}
