import { useEffect, useRef, useState } from "react";
import type { EditableRecord } from "../../../../content/drafts/editable-record.ts";

interface Move {
  readonly id: string;
  /** The record to stand before; null for the end. */
  readonly before: string | null;
}

/**
 * A list as it is being put into order: shown at once, so that the next key finds it as the last
 * one left it, and sent one move after the other.
 */
export function useMoves(
  records: readonly EditableRecord[],
  isSending: boolean,
  send: (move: Move) => void,
) {
  const [waiting, setWaiting] = useState<readonly Move[]>([]);
  const [order, setOrder] = useState<readonly string[] | null>(null);

  const sent = useRef<Move | null>(null);
  const wasSending = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is another one at each render
  useEffect(() => {
    const isDone = wasSending.current && !isSending && sent.current !== null;
    wasSending.current = isSending;
    if (isSending) return;
    if (isDone) {
      sent.current = null;
      setWaiting((moves) => moves.slice(1));
      // After the last move, the server's order is the one to show, whatever it is.
      if (waiting.length === 1) setOrder(null);
      return;
    }
    const next = waiting[0];
    if (next === undefined || sent.current !== null) return;
    sent.current = next;
    send(next);
  }, [isSending, waiting]);

  const placeOf = (record: EditableRecord) => order?.indexOf(record._id) ?? 0;
  const shown = records.toSorted((one, other) => placeOf(one) - placeOf(other));

  return {
    shown,
    move(id: string, to: number) {
      const others = shown.map(({ _id }) => _id).filter((other) => other !== id);
      setOrder(others.toSpliced(to, 0, id));
      setWaiting((moves) => [...moves, { id, before: others[to] ?? null }]);
    },
  };
}
