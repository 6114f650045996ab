/** Whether the process exists. A dead process exists until its parent has reaped it. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
