import { type CompiledQuery, DefaultQueryExecutor } from "kysely";
import { vi } from "vitest";

export type Statement = Pick<CompiledQuery, "sql" | "parameters">;

/** What every executor of statements inherits; the library does not export it by a name. */
const everyExecutor: DefaultQueryExecutor = Object.getPrototypeOf(DefaultQueryExecutor.prototype);

/**
 * Keeps every statement that any database of this process runs, until it is told to stop. As they
 * are run, because some are built only once.
 */
export function recordStatements() {
  let taken: Statement[] = [];
  const spies = (["executeQuery", "stream"] as const).map((name) => {
    const original = everyExecutor[name] as (query: CompiledQuery) => never;
    return vi.spyOn(everyExecutor, name).mockImplementation(function (
      this: DefaultQueryExecutor,
      ...given: unknown[]
    ) {
      taken.push(given[0] as CompiledQuery);
      return original.apply(this, given as [CompiledQuery]);
    });
  });
  return {
    /** What came since it was asked last. */
    take(): Statement[] {
      const statements = taken;
      taken = [];
      return statements;
    },
    stop() {
      for (const spy of spies) spy.mockRestore();
    },
  };
}
