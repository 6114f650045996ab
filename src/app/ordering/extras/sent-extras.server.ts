import { createContext } from "react-router";
import type { ChosenAddOn } from "#orders/placing/place-order.ts";

/** The extras of a form that the page shows again; null for a form that was not sent. */
export const sentExtras = createContext<readonly ChosenAddOn[] | null>(null);
