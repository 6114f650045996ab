import { type FormEvent, type ReactNode, useContext, useEffect, useRef } from "react";
import { type DataRouter, UNSAFE_DataRouterContext as DataRouterContext } from "react-router";

type State = DataRouter["state"];

/**
 * Around every form of the panel, also in its drawers and dialogs: while what a form sent is under
 * way it is not sent again. Its button says so, too, but only once that is drawn; the router itself
 * knows at once.
 */
export function SubmitOnce({ children }: { children: ReactNode }) {
  const router = useContext(DataRouterContext)?.router;
  const sent = useRef(new Set<EventTarget>());
  useEffect(
    () =>
      router?.subscribe((state) => {
        if (isIdle(state)) sent.current.clear();
      }),
    [router],
  );
  const onSubmitCapture = (event: FormEvent) => {
    if (router === undefined) return;
    if (sent.current.has(event.target) && !isIdle(router.state)) {
      event.preventDefault();
      event.stopPropagation();
    }
    sent.current.add(event.target);
  };
  return (
    <div style={{ display: "contents" }} onSubmitCapture={onSubmitCapture}>
      {children}
    </div>
  );
}

function isIdle({ navigation, fetchers }: State): boolean {
  return (
    navigation.state === "idle" && [...fetchers.values()].every(({ state }) => state === "idle")
  );
}
