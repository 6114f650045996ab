import childProcess from "node:child_process";

/**
 * Keeps child processes of this process in its process group. Playwright would start browsers in a
 * new group, which a signal to the group of `npm test` does not reach.
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
