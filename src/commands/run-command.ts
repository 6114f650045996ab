import { StartError } from "../platform/errors.ts";

/**
 * Runs what an operator has called. What goes wrong is said in words, and ends with 1; without a
 * stack where the cause lies in files, databases or settings.
 */
export async function runCommand(failure: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartError || isFromOutside(error))) throw error;
    console.error(`${failure}\n${error.message}`);
    process.exitCode = 1;
  }
}

/**
 * Errors of the system, of SQLite and of PostgreSQL carry a code, as do arguments that nobody knows. Node's
 * other codes are mistakes of the program.
 */
function isFromOutside(error: unknown): error is Error {
  const { code } = error as { code?: unknown };
  if (!(error instanceof Error) || typeof code !== "string") return false;
  return !/^ERR_(?!PARSE_ARGS_|SQLITE_)/.test(code);
}
