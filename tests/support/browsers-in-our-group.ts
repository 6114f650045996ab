import childProcess from "node:child_process";

/**
 * Playwright starts browsers in a process group of their own, where a signal to the group of
 * `npm test` does not reach them. From here on this process's children stay in its group.
 */
export function keepBrowsersInOurGroup(): void {
  const spawn = childProcess.spawn as (
    command: string,
    args: readonly string[],
    options: childProcess.SpawnOptions,
  ) => childProcess.ChildProcess;
  Object.assign(childProcess, {
    spawn: (command: string, args: readonly string[], options: childProcess.SpawnOptions) =>
      spawn(command, args, { ...options, detached: false }),
  });
}
