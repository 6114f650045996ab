import { type CompiledQuery, DefaultQueryCompiler } from "kysely";
import { vi } from "vitest";

export type Statement = Pick<CompiledQuery, "sql" | "parameters">;

/** Keeps every statement that any database of this process is given, until it is told to stop. */
export function recordStatements() {
  const compile = DefaultQueryCompiler.prototype.compileQuery;
  let taken: Statement[] = [];
  const spy = vi.spyOn(DefaultQueryCompiler.prototype, "compileQuery").mockImplementation(function (
    this: DefaultQueryCompiler,
    ...query
  ) {
    const compiled = compile.apply(this, query);
    taken.push(compiled);
    return compiled;
  });
  return {
    /** What came since it was asked last. */
    take(): Statement[] {
      const statements = taken;
      taken = [];
      return statements;
    },
    stop: () => spy.mockRestore(),
  };
}
