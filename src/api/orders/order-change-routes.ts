import type { Hono } from "hono";
import { z } from "zod";
import { OpenStreams } from "#conversation/live/open-streams.ts";
import { findRoomOrder } from "#orders/find-order.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { requireSignedIn } from "#policy/rights.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const changesQuery = z.object({
  since: z
    .string()
    .optional()
    .meta({ description: "A state; the first event comes at once if the order has another state" }),
});

/**
 * Interval of the comments that keep the connection open, and of the checks of the session and its
 * rights. Shorter than the server's time limit for a silent connection.
 */
export const checkMs = 20_000;

/** Server-sent events about changes of an order, for its open pages. */
export function orderChangeRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const streams = new OpenStreams();
  addCall(api, "GET", "/order/:id/changes", {
    tag: "Orders",
    who: "signed in",
    summary:
      "Server-sent events about changes of an order; for customers and team members who may see the order",
    detail:
      "Each event is named changed; its id is the new state, without any content. When the person is signed out or may no longer see the order, an event with the id lost comes before the stream ends.",
    query: changesQuery,
    answer: { type: "text/event-stream", schema: z.string() },
    refusals: [429],
    run: async ({ context, actor, id }) => {
      const { since } = parseOrThrow(changesQuery, context.req.query());
      const order = await findRoomOrder(services.database.read, actor, id);
      const { accountId } = requireSignedIn(actor);
      const { raw } = context.req;
      const { clientAddress } = context.var.facts;
      const readAccess = async (): Promise<StreamAccess> => {
        const now: Actor = await services.identify(raw, clientAddress).actor();
        if (!isSignedIn(now) || now.accountId !== accountId) return "lost";
        try {
          await findRoomOrder(services.database.read, now, order.id);
          return "open";
        } catch (error) {
          if (error instanceof AppError) return "lost";
          throw error;
        }
      };
      const known = context.req.header("last-event-id") ?? since;
      const state = await services.roomChanges.stateOf(order.id);
      const stream = changesOf(services, {
        orderId: order.id,
        state,
        readAccess,
        isBehind: known !== undefined && known !== state,
        clientLeft: raw.signal,
        leave: streams.open(accountId),
      });
      return new Response(stream, {
        // Without this header, a proxy such as nginx would hold events back.
        headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" },
      });
    },
  });
}

/** "lost": the person is signed out or may no longer see the order. */
type StreamAccess = "open" | "lost" | "unknown";

interface StreamOptions {
  readonly orderId: string;
  /** State of the order when the stream opened. */
  readonly state: string;
  /** True when the client knows a state other than `state`. */
  readonly isBehind: boolean;
  readonly readAccess: () => Promise<StreamAccess>;
  readonly clientLeft: AbortSignal;
  /** Called once when the stream ends. */
  readonly leave: () => void;
}

function changesOf(
  { roomChanges, stopping }: ApiDependencies,
  { orderId, state, isBehind, readAccess, clientLeft, leave }: StreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let checking: NodeJS.Timeout | undefined;
        let latest = state;
        const send = (text: string) => {
          // Drops the event for a slow client. Each event makes the client request the whole order
          // again, and the client still has an unread event.
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
        };
        const sendState = (id = latest) => send(`event: changed\nid: ${id}\ndata:\n\n`);
        let isOver = false;
        const accessNow = () => readAccess().catch((): StreamAccess => "unknown");
        const tell = async (changed: string) => {
          if (changed === latest) return;
          latest = changed;
          // The change may have removed the person from the company of the order.
          const access = await accessNow();
          if (isOver) return;
          // An event without content makes the open page request the order again, and the answer
          // shows that the order is no longer visible.
          sendState();
          if (access !== "open") close();
        };
        const unwatch = roomChanges.watch(orderId, state, (changed) => void tell(changed));
        const close = () => {
          if (isOver) return;
          end();
          controller.close();
        };
        end = () => {
          isOver = true;
          clearTimeout(checking);
          unwatch();
          leave();
          for (const signal of [stopping, clientLeft]) signal.removeEventListener("abort", close);
        };
        const check = async () => {
          const access = await accessNow();
          if (isOver) return;
          // The end of a session changes no order, and the person may lose the order before the
          // watcher reports the change. Without this event the page would never learn of the loss,
          // because the next stream is refused.
          if (access === "lost") sendState("lost");
          if (access !== "open") return close();
          send(": open\n\n");
          checking = setTimeout(check, checkMs);
        };
        // The browser waits five seconds before it connects again.
        send("retry: 5000\n\n");
        if (isBehind) sendState();
        checking = setTimeout(check, checkMs);
        for (const signal of [stopping, clientLeft]) signal.addEventListener("abort", close);
        if (stopping.aborted || clientLeft.aborted) close();
      },
      cancel() {
        end();
      },
    },
    // At most eight short events wait for a slow client; `send` drops further events.
    { highWaterMark: 8 },
  );
}
