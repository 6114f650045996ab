interface PicturePreloadProps {
  srcSet: string;
  sizes: string;
  media?: string | undefined;
}

/** Has the picture that is seen first fetched before the page is laid out. React puts it into the head. */
export function PicturePreload({ srcSet, sizes, media }: PicturePreloadProps) {
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      imageSrcSet={srcSet}
      imageSizes={sizes}
      media={media}
      fetchPriority="high"
    />
  );
}
