/** Parses once, also when parsing throws. */
export function once<Value>(parse: () => Value): () => Value {
  let parsed: { readonly value: Value } | { readonly error: unknown } | undefined;
  return () => {
    try {
      parsed ??= { value: parse() };
    } catch (error) {
      parsed = { error };
    }
    if ("error" in parsed) throw parsed.error;
    return parsed.value;
  };
}
