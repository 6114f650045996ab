import { type CompiledQuery, DefaultQueryExecutor } from "kysely";
import { vi } from "vitest";

export type Statement = Pick<CompiledQuery, "sql" | "parameters">;

/** Base class of all query executors, which Kysely does not export. */
const everyExecutor: DefaultQueryExecutor = Object.getPrototypeOf(DefaultQueryExecutor.prototype);

/**
 * Records every statement that any database of this process runs, until `stop`. Records at
 * execution, because prepared queries are built only once.
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
