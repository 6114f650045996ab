import { createContext, useContext } from "react";
import type { FactsByAddress, PictureFacts } from "../../../media/picture-file.ts";

const Pictures = createContext<FactsByAddress>({});

/** Gives what is known of uploaded pictures to every `Picture` inside: on the site, and in previews. */
export const UploadedPictures = Pictures.Provider;

/** Undefined for an address that is not one of ours. */
export function useUploadedPicture(address: string): PictureFacts | undefined {
  return useContext(Pictures)[address];
}
