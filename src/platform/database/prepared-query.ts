import type { CompiledQuery } from "kysely";
import { type Engine, engineOf, type Queries } from "./database.ts";

class Parameter {
  readonly row: number;
  readonly name: string;

  constructor(row: number, name: string) {
    this.row = row;
    this.name = name;
  }
}

type Run<Values, Row> = (queries: Queries, values: Values) => Promise<readonly Row[]>;

/**
 * A query that Kysely builds once for each engine and that runs with different values each time.
 * For frequent queries, because building a query costs several times as much as running the query.
 *
 * The fields of `values` that `build` receives are placeholders of parameters. `build` can put
 * these placeholders into conditions, rows and `sql`, but must not inspect the placeholders.
 */
export function preparedQuery<Values extends object, Row>(
  build: (queries: Queries, values: Values) => CompiledQuery<Row>,
): Run<Values, Row> {
  const built = new Map<Engine, CompiledQuery<Row>>();
  return (queries, values) => run(queries, [values], built, ([first]) => build(queries, first));
}

/** A prepared query for a list of rows of values; built once for each number of rows. */
export function preparedRows<Values extends object, Row>(
  build: (queries: Queries, rows: readonly Values[]) => CompiledQuery<Row>,
): Run<readonly Values[], Row> {
  const built = new Map<number, Map<Engine, CompiledQuery<Row>>>();
  return (queries, rows) => {
    const ofLength = built.get(rows.length) ?? new Map<Engine, CompiledQuery<Row>>();
    built.set(rows.length, ofLength);
    return run(queries, rows, ofLength, (parameters) => build(queries, parameters));
  };
}

async function run<Values extends object, Row>(
  queries: Queries,
  rows: readonly Values[],
  built: Map<Engine, CompiledQuery<Row>>,
  build: (parameters: [Values, ...Values[]]) => CompiledQuery<Row>,
): Promise<readonly Row[]> {
  const engine = engineOf(queries);
  let query = built.get(engine);
  if (query === undefined) {
    query = build(rows.map((_, row) => parametersOf<Values>(row)) as [Values, ...Values[]]);
    built.set(engine, query);
  }
  const parameters = query.parameters.map((parameter) =>
    parameter instanceof Parameter
      ? rows[parameter.row]?.[parameter.name as keyof Values]
      : parameter,
  );
  const filled: CompiledQuery<Row> = { ...query, parameters };
  return (await queries.executeQuery(filled)).rows;
}

function parametersOf<Values extends object>(row: number): Values {
  return new Proxy({}, { get: (_, name) => new Parameter(row, String(name)) }) as Values;
}
