/**
 * Ends this command when npm, which called it, is gone. npm passes a signal on to the shell
 * between them, and many shells end without telling anybody.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 100);
  watch.unref();
}
