import { createContext, useContext } from "react";

const NoteOfPrices = createContext("");

/** Gives the components inside the words about tax beside each price of a plan. */
export const PriceNoteProvider = NoteOfPrices.Provider;

/** Such as "plus VAT"; "" where prices are what is paid. */
export function usePriceNote(): string {
  return useContext(NoteOfPrices);
}
