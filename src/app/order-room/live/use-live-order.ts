import { notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { MessageView } from "../messages/messages-part.server.ts";

const retryMs = 30_000;
/** Id of the toast that stays while the page cannot follow its order. */
const interruption = "order-not-followed";

function showInterruption(): void {
  notifications.show({
    id: interruption,
    message: "This page shows no news at the moment. It keeps trying to connect.",
    autoClose: false,
  });
}

/**
 * Loads the page's data again when the order changes, also by another person. Typed text stays,
 * because forms keep their own state. Pauses in a background tab.
 */
export function useLiveOrder(
  orderId: string,
  state: string,
  messages: readonly MessageView[],
): void {
  const { revalidate } = useRevalidator();
  const latest = useRef({ revalidate, state });
  latest.current = { revalidate, state };
  useEffect(() => {
    let source: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const close = () => {
      clearTimeout(retry);
      source?.close();
      source = undefined;
    };
    const open = () => {
      clearTimeout(retry);
      if (document.hidden || source !== undefined) return;
      const since = encodeURIComponent(latest.current.state);
      source = new EventSource(`/api/order/${orderId}/changes?since=${since}`);
      source.addEventListener("changed", ({ lastEventId }) => {
        // After an action of this page, the page already has the new data.
        if (lastEventId !== latest.current.state) void latest.current.revalidate();
      });
      source.addEventListener("open", () => {
        failures = 0;
        notifications.hide(interruption);
      });
      // The browser connects again by itself after an interruption, but not after a refusal.
      source.addEventListener("error", () => {
        failures += 1;
        const isRefused = source?.readyState === EventSource.CLOSED;
        // The browser tries again after five seconds, so a single failure needs no sentence.
        if (isRefused || failures > 1) showInterruption();
        if (!isRefused) return;
        close();
        retry = setTimeout(open, retryMs);
      });
    };
    const pause = () => (document.hidden ? close() : open());
    document.addEventListener("visibilitychange", pause);
    open();
    return () => {
      document.removeEventListener("visibilitychange", pause);
      close();
      notifications.hide(interruption);
    };
  }, [orderId]);
  useSayNewMessage(messages);
}

function useSayNewMessage(messages: readonly MessageView[]): void {
  const last = messages.at(-1);
  const known = useRef(last?.number ?? 0);
  const number = last?.number ?? 0;
  const isFromCustomer = last?.side === "customer";
  useEffect(() => {
    if (number > known.current && isFromCustomer) {
      notifications.show({ message: "A new message has arrived" });
    }
    known.current = Math.max(known.current, number);
  }, [number, isFromCustomer]);
}
