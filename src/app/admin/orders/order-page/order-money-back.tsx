import { lazy, Suspense } from "react";
import type { TeamRoom } from "#app/order-room/room-parts.server.ts";

/** Loaded later, because few customers ask for their money back. */
const MoneyBackCard = lazy(() => import("./money-back-card.tsx"));

/** The customer's request for money back, with the two answers of a person who may move money. */
export function OrderMoneyBack({ room }: { room: TeamRoom }) {
  const { moneyBack } = room;
  if (moneyBack === null || moneyBack.state === "offered" || moneyBack.state === "over")
    return null;
  return (
    <Suspense fallback={null}>
      <MoneyBackCard room={room} moneyBack={moneyBack} />
    </Suspense>
  );
}
