import type { CompiledQuery } from "kysely";
import { type Engine, engineOf, type Queries } from "./database.ts";

/** Stands in a built query where a value comes each time that it is run. */
class Place {
  readonly row: number;
  readonly name: string;

  constructor(row: number, name: string) {
    this.row = row;
    this.name = name;
  }
}

type Run<Values, Row> = (queries: Queries, values: Values) => Promise<readonly Row[]>;

/**
 * A query that is built once for an engine, and then run with other values each time: building one
 * costs several times what the database does for it. For what a busy site asks all the time.
 *
 * What `build` takes from `values` are places, not yet the values: it may put them into conditions,
 * rows and `sql`, and look into none of them.
 */
export function preparedQuery<Values extends object, Row>(
  build: (queries: Queries, values: Values) => CompiledQuery<Row>,
): Run<Values, Row> {
  const built = new Map<Engine, CompiledQuery<Row>>();
  return (queries, values) => run(queries, [values], built, ([first]) => build(queries, first));
}

/** The same for several rows of values, or for lists of them: it is built once for each number. */
export function preparedRows<Values extends object, Row>(
  build: (queries: Queries, rows: readonly Values[]) => CompiledQuery<Row>,
): Run<readonly Values[], Row> {
  const built = new Map<number, Map<Engine, CompiledQuery<Row>>>();
  return (queries, rows) => {
    const its = built.get(rows.length) ?? new Map<Engine, CompiledQuery<Row>>();
    built.set(rows.length, its);
    return run(queries, rows, its, (places) => build(queries, places));
  };
}

async function run<Values extends object, Row>(
  queries: Queries,
  rows: readonly Values[],
  built: Map<Engine, CompiledQuery<Row>>,
  build: (places: [Values, ...Values[]]) => CompiledQuery<Row>,
): Promise<readonly Row[]> {
  const engine = engineOf(queries);
  let query = built.get(engine);
  if (query === undefined) {
    query = build(rows.map((_, row) => placesOf<Values>(row)) as [Values, ...Values[]]);
    built.set(engine, query);
  }
  const parameters = query.parameters.map((parameter) =>
    parameter instanceof Place ? rows[parameter.row]?.[parameter.name as keyof Values] : parameter,
  );
  const filled: CompiledQuery<Row> = { ...query, parameters };
  return (await queries.executeQuery(filled)).rows;
}

function placesOf<Values extends object>(row: number): Values {
  return new Proxy({}, { get: (_, name) => new Place(row, String(name)) }) as Values;
}
