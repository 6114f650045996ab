import { builtInPictures } from "../../media/built-in-pictures.ts";
import { impressionClasses } from "./impression-class.ts";
import { pictureDescriptions } from "./picture-descriptions.ts";
import { PicturePreload } from "./picture-preload.tsx";
import { UploadedPicture } from "./uploaded-picture.tsx";
import { useUploadedPicture } from "./uploaded-pictures.tsx";

interface PictureProps {
  address: string;
  /** Left out: what its owner wrote of it, or what is known of a built-in one, else nothing. */
  alt?: string;
  /** How wide the picture is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** For the picture that is seen first: loaded at once and before others. */
  priority?: boolean;
  className?: string;
  /** A built-in picture shown instead while the system is set to dark. */
  dark?: string | undefined;
}

const atNight = "(prefers-color-scheme: dark)";
const byDay = "not (prefers-color-scheme: dark)";

/**
 * An uploaded or built-in picture in the widths and formats there are of it; any other one as it
 * is.
 */
export function Picture(props: PictureProps) {
  const { address, alt, sizes, priority = false, className, dark } = props;
  const uploaded = useUploadedPicture(address);
  const loading = {
    loading: priority ? "eager" : "lazy",
    fetchPriority: priority ? "high" : undefined,
    decoding: "async",
  } as const;
  if (uploaded) {
    return (
      <UploadedPicture
        picture={uploaded}
        sizes={sizes}
        priority={priority}
        image={{ ...loading, className, alt }}
      />
    );
  }
  // A draft may have no picture yet, and an empty address is this very page.
  if (address === "") return null;
  const known = builtInPictures[address];
  const night = dark === undefined ? undefined : builtInPictures[dark];
  const classes = [className, ...impressionClasses(known?.impression ?? "", night?.impression)]
    .filter(Boolean)
    .join(" ");
  const img = (
    <img
      {...loading}
      className={classes || undefined}
      src={address}
      alt={alt ?? pictureDescriptions[address] ?? ""}
      width={known?.width}
      height={known?.height}
    />
  );
  if (!known) return img;
  const light = { srcSet: avifSet(address), sizes };
  const nightly = dark && night && { srcSet: avifSet(dark), sizes, media: atNight };
  return (
    <>
      {priority && <PicturePreload {...light} media={nightly ? byDay : undefined} />}
      {priority && nightly && <PicturePreload {...nightly} />}
      <picture>
        {nightly && <source type="image/avif" {...nightly} />}
        <source type="image/avif" {...light} />
        {img}
      </picture>
    </>
  );
}

function avifSet(address: string): string {
  const stem = address.replace(/\.webp$/, "");
  const widths = builtInPictures[address]?.widths ?? [];
  return widths.map((width) => `${stem}-${width}.avif ${width}w`).join(", ");
}
