import { useContext, useEffect, useState } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from "react-router";

/**
 * The answer to the last form that this screen has sent. The router drops its `actionData`, which a
 * screen passes as `answer`, when the screen loads its data again, sometimes before React has
 * rendered the answer.
 */
export function useLastAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const router = useContext(DataRouterContext)?.router;
  const { pathname } = useLocation();
  const [last, setLast] = useState({ pathname, answer });
  useEffect(
    () =>
      router?.subscribe(({ actionData, location, matches }) => {
        const received: Answer | undefined = actionData?.[matches.at(-1)?.route.id ?? ""];
        if (received === undefined) return;
        setLast((known) =>
          known.answer === received ? known : { pathname: location.pathname, answer: received },
        );
      }),
    [router],
  );
  // Drops the answer when another order is opened on the same screen.
  if (last.pathname !== pathname) setLast({ pathname, answer });
  return last.answer;
}
