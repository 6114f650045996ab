/** A failure whose message says everything, so it is printed without a stack trace. */
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

/**
 * Ends this command when npm, which called it, is gone. npm passes a signal on to the shell
 * between them, and many shells end without passing it on.
 */
function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 100);
  watch.unref();
}
