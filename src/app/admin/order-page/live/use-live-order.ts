import { notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { MessageRow } from "../../../ordering/order/messages/order-conversation.server.ts";

const retryMs = 30_000;

/**
 * Loads the page's data again when the order changes, also by another person. Typed text stays,
 * because forms keep their own state. Pauses in a background tab.
 */
export function useLiveOrder(
  orderId: string,
  state: string,
  messages: readonly MessageRow[],
): void {
  const { revalidate } = useRevalidator();
  const latest = useRef({ revalidate, state });
  latest.current = { revalidate, state };
  useEffect(() => {
    let source: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
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
      // The browser connects again by itself after an interruption, but not after a refusal.
      source.addEventListener("error", () => {
        if (source?.readyState !== EventSource.CLOSED) return;
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
    };
  }, [orderId]);
  useSayNewMessage(messages);
}

function useSayNewMessage(messages: readonly MessageRow[]): void {
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
