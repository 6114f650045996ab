import { preload } from "react-dom";

interface PicturePreloadProps {
  srcSet: string;
  sizes: string;
  media?: string | undefined;
}

/**
 * Has the picture that is seen first fetched before the page is laid out. It comes first in the head:
 * the connection that has brought the page is free, and the next one takes two round trips more.
 */
export function PicturePreload({ srcSet, sizes, media }: PicturePreloadProps) {
  // React tells pictures apart by their sets, and leaves the address out where there is a set.
  preload(srcSet, {
    as: "image",
    type: "image/avif",
    imageSrcSet: srcSet,
    imageSizes: sizes,
    fetchPriority: "high",
    ...(media === undefined ? {} : { media }),
  });
  return null;
}
