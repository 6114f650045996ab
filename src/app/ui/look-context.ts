import { createContext, useContext } from "react";
import { type Look, lookOf } from "#look/look.ts";

const LookOfSite = createContext<Look>(lookOf(undefined));

/** Gives the components inside the look of the site. */
export const LookProvider = LookOfSite.Provider;

export function useLook(): Look {
  return useContext(LookOfSite);
}
