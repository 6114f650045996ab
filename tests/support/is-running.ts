/** Whether there is such a process; one that has died is there until its parent knows. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
