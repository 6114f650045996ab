import type { Compilable, CompiledQuery } from "kysely";
import type { Engine, Queries } from "./database.ts";
import { engineOf } from "./engine-of.ts";

/** Stands in a built query where a value comes each time that it is run. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is built once for an engine, and then run with other values each time: building one
 * costs several times what the database does for it. For what a busy site asks all the time.
 *
 * What `build` takes from `values` are places, not yet the values: it may put them into conditions,
 * rows and `sql`, and look into none of them.
 */
export function preparedQuery<Values extends object, Row>(
  build: (queries: Queries, values: Values) => Compilable<Row>,
): (queries: Queries, values: Values) => Promise<readonly Row[]> {
  const built = new Map<Engine, CompiledQuery<Row>>();
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Values;
  return async (queries, values) => {
    const engine = engineOf(queries);
    let query = built.get(engine);
    if (query === undefined) {
      query = build(queries, places).compile();
      built.set(engine, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name as keyof Values] : parameter,
    );
    const filled: CompiledQuery<Row> = { ...query, parameters };
    return (await queries.executeQuery(filled)).rows;
  };
}
