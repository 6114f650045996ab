/** A failure with a message for the user, printed without a stack trace. */
export class Problem extends Error {}

/**
 * Runs a command's main function. When it throws, prints the error (of a Problem only the message)
 * and exits with code 1.
 *
 * @param {() => void | Promise<void>} main
 */
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
 * Ends this command when npm, which called it, has ended. On a signal, npm signals only the shell
 * that it started, and many shells end without passing the signal on.
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
