import { builtInPictures } from "../../../media/built-in-pictures.ts";
import { carriedPictures } from "./inlined-pictures.ts";
import { pictureDescriptions } from "./picture-descriptions.ts";
import { PicturePreload } from "./picture-preload.tsx";
import { impressionClasses } from "./placeholder-class.ts";
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

const phone = "(max-width: 47.99rem)";
const notPhone = "(min-width: 48rem)";
const night = "(prefers-color-scheme: dark)";
const day = "(prefers-color-scheme: light)";
/** For these a picture that the page carries is sharp enough; others see it until theirs comes. */
const fewPixels = "(max-width: 26rem) and (max-resolution: 2dppx)";
/** The carried picture, which is the background, is seen through it. */
const seeThrough = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
/** Half of what is shown: what is left out of mist and furrows nobody misses, and a phone waits for. */
const phoneSizes = "47vw";

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
  const nightly = dark === undefined ? undefined : builtInPictures[dark];
  // What a page carries is one picture, that of the day.
  const carried = priority && nightly ? carriedPictures[address] : undefined;
  const classes = [
    className,
    carried,
    ...impressionClasses(known?.impression ?? "", nightly?.impression),
  ]
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
  const phones = carried ? `${phone} and (not (${fewPixels}))` : phone;
  const byDay = sourcesOf(props, address, nightly && day, phones);
  const sources = dark && nightly ? [...sourcesOf(props, dark, night), ...byDay] : byDay;
  return (
    <>
      {priority && sources.map((source) => <PicturePreload key={source.srcSet} {...source} />)}
      <picture>
        {/* Of the type of those that it stands for: who cannot show them is not to see nothing. */}
        {carried && (
          <source type="image/avif" srcSet={seeThrough} media={`${day} and ${fewPixels}`} />
        )}
        {sources.map((source) => (
          <source type="image/avif" key={source.srcSet} {...source} />
        ))}
        {img}
      </picture>
    </>
  );
}

/** Each says when it is the one, so that never two are fetched ahead. */
function sourcesOf(
  { priority, sizes }: PictureProps,
  address: string,
  time: string | undefined,
  phones = phone,
) {
  const { widths = [], uprightWidths = [] } = builtInPictures[address] ?? {};
  const stem = address.replace(/\.webp$/, "");
  const when = (...conditions: (string | undefined)[]) =>
    conditions.filter((one) => one !== undefined).join(" and ") || undefined;
  if (!priority || uprightWidths.length === 0) {
    return [{ srcSet: avifSet(stem, widths), sizes, media: when(time) }];
  }
  return [
    {
      srcSet: avifSet(`${stem}-upright`, uprightWidths),
      sizes: phoneSizes,
      media: when(time, phones),
    },
    { srcSet: avifSet(stem, widths), sizes, media: when(time, notPhone) },
  ];
}

function avifSet(stem: string, widths: readonly number[]): string {
  return widths.map((width) => `${stem}-${width}.avif ${width}w`).join(", ");
}
