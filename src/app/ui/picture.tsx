import { builtInPictures } from "../../media/built-in-pictures.ts";
import { pictureDescriptions } from "./picture-descriptions.ts";

interface PictureProps {
  address: string;
  /** Left out: what is known of a built-in picture, else nothing. */
  alt?: string;
  /** How wide the picture is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** For the picture that is seen first: loaded at once and before others. */
  priority?: boolean;
  className?: string;
  /** A built-in picture shown instead while the system is set to dark. */
  dark?: string | undefined;
}

/** A built-in picture in the widths and formats it was exported in; any other one as it is. */
export function Picture(props: PictureProps) {
  const { address, sizes, priority = false, className, dark } = props;
  const alt = props.alt ?? pictureDescriptions[address] ?? "";
  const known = builtInPictures[address];
  const img = (
    <img
      className={className}
      src={address}
      alt={alt}
      width={known?.width}
      height={known?.height}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
    />
  );
  if (!known) return img;
  return (
    <picture>
      {dark && builtInPictures[dark] && (
        <source
          type="image/avif"
          media="(prefers-color-scheme: dark)"
          srcSet={avifSet(dark)}
          sizes={sizes}
        />
      )}
      <source type="image/avif" srcSet={avifSet(address)} sizes={sizes} />
      {img}
    </picture>
  );
}

function avifSet(address: string): string {
  const stem = address.replace(/\.webp$/, "");
  const widths = builtInPictures[address]?.widths ?? [];
  return widths.map((width) => `${stem}-${width}.avif ${width}w`).join(", ");
}
