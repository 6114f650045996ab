/**
 * For each parameter, either its allowed values with the default first, or the maximum length of
 * its text.
 */
type Shape = Readonly<Record<string, readonly string[] | number>>;

type Values<S extends Shape> = {
  readonly [Name in keyof S]: S[Name] extends readonly (infer Value)[] ? Value : string;
};

/**
 * Reads the search of a list from its URL. An invalid value counts as the default. `query` contains
 * the parameters whose values differ from the defaults.
 */
export function readQuery<const S extends Shape>(
  request: Request,
  shape: S,
): { readonly values: Values<S>; readonly query: string } {
  const asked = new URL(request.url).searchParams;
  const query = new URLSearchParams();
  const values: Record<string, string> = {};
  for (const [name, allowed] of Object.entries(shape)) {
    const text = asked.get(name)?.trim() ?? "";
    if (typeof allowed === "number") values[name] = text.slice(0, allowed);
    else values[name] = allowed.includes(text) ? text : (allowed[0] ?? "");
    const byDefault = typeof allowed === "number" ? "" : allowed[0];
    if (values[name] !== byDefault) query.set(name, values[name] ?? "");
  }
  return { values: values as Values<S>, query: query.toString() };
}
