import { useRef, useState } from "react";

type Actions = Readonly<Record<string, (...given: never[]) => void>>;

/** The same functions at every render, which call the newest ones, so that memoised rows stay. */
export function useSteadyActions<A extends { readonly [Name in keyof A]: A[Name] }>(actions: A): A {
  const latest = useRef(actions);
  latest.current = actions;
  const [steady] = useState(() => {
    const names = Object.keys(actions);
    const calls = names.map((name) => [
      name,
      (...given: never[]) => (latest.current as unknown as Actions)[name]?.(...given),
    ]);
    return Object.fromEntries(calls) as A;
  });
  return steady;
}
