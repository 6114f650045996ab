import { createContext, type ReactNode, useContext } from "react";
import { preload } from "react-dom";
import { dressedPattern, patternAt, patternShapes } from "#look/patterns/pattern-address.ts";
import { builtInPictures } from "#media/built-in-pictures.ts";
import {
  type FactsByAddress,
  type PictureFacts,
  type PictureFormat,
  variantAddress,
  widthsOf,
} from "#media/picture-file.ts";
import { useLook } from "../look-context.ts";
import { useSheet } from "../styles/style-sheets.ts";
import firstViewSheet from "./first-view.css?sheet";

/**
 * The built-in picture that pages inline for phones in the light colour scheme. In
 * `first-view.css`, the rule for `className` sets the picture as the background of the `<img>`. A page
 * with this sheet also inlines Fraunces.
 */
const inlinedPicture = {
  address: "/pictures/first-light.webp",
  className: "inlined-first-light",
} as const;

const Pictures = createContext<FactsByAddress>({});

/** Provides the facts of uploaded pictures to every `Picture` inside. */
export const UploadedPictures = Pictures.Provider;

/** Adds the facts of further pictures to those of the layout. */
export function MorePictures({ value, children }: { value: FactsByAddress; children: ReactNode }) {
  return <Pictures value={{ ...useContext(Pictures), ...value }}>{children}</Pictures>;
}

/** Undefined for a built-in picture and a picture from another site. */
export function useUploadedPicture(address: string): PictureFacts | undefined {
  return useContext(Pictures)[address];
}

const pictureDescriptions = new Map<string, string>([
  [
    "/pictures/first-light.webp",
    "Young plants in long rows that run towards a farmhouse under the rising sun.",
  ],
  [
    "/pictures/root-cellar.webp",
    "A plant cut open to view: leaves in the light, and below the ground roots three times as deep.",
  ],
  [
    "/pictures/field-map.webp",
    "A drawn map of fields along a river, with a flag on the house where we work.",
  ],
  [
    "/pictures/from-above.webp",
    "A field from above, half of it turned: a red tractor ploughs along the edge of the stubble, and gulls follow it.",
  ],
  [
    "/pictures/season-spring.webp",
    "A field in spring: brown rows with the first green, a sower, a low sun.",
  ],
  ["/pictures/season-summer.webp", "The same field in summer, green to the hedge."],
  ["/pictures/season-autumn.webp", "The same field in autumn, golden under a red sky."],
  [
    "/pictures/season-winter.webp",
    "The same field in winter: snow in the furrows, a light in the house.",
  ],
  [
    "/pictures/detail-homestead.webp",
    "A drawn map, close: the house with its flag, between stream and fields.",
  ],
  ["/pictures/detail-roots.webp", "A root, close: fine threads that run between stones."],
  [
    "/pictures/detail-gulls.webp",
    "A tractor draws dark furrows into stubble, with gulls behind it.",
  ],
  ["/pictures/detail-farmstead.webp", "A farmhouse under tall trees at the edge of its rows."],
]);

interface PicturePreloadProps {
  srcSet: string;
  sizes: string;
  media?: string | undefined;
}

/**
 * Preloads the first picture, so that the request starts before layout. The link is the first in
 * the head, so that the request can use the page's connection before other requests; a new
 * connection takes two round trips.
 */
function PicturePreload({ srcSet, sizes, media }: PicturePreloadProps) {
  // React identifies a preload by `srcSet` and ignores the first argument when there is a `srcSet`.
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

interface UploadedPictureProps {
  picture: PictureFacts;
  sizes: string;
  priority: boolean;
  image: React.ComponentProps<"img">;
}

/** Until all sizes exist, only the original size is used. CSS crops around the focal point. */
function UploadedPicture({ picture, sizes, priority, image }: UploadedPictureProps) {
  const { alt, width, height } = picture;
  const isReady = picture.state === "ready";
  const img = (
    <img
      {...image}
      className={[image.className, ...focusClasses(picture)].filter(Boolean).join(" ")}
      src={variantAddress(picture, { width, format: "webp" })}
      srcSet={isReady ? sizesOf(picture, "webp") : undefined}
      sizes={isReady ? sizes : undefined}
      alt={image.alt ?? alt}
      width={width}
      height={height}
    />
  );
  if (!isReady) return img;
  const avif = { srcSet: sizesOf(picture, "avif"), sizes };
  return (
    <>
      {priority && <PicturePreload {...avif} />}
      <picture>
        <source type="image/avif" {...avif} />
        {img}
      </picture>
    </>
  );
}

function sizesOf(picture: PictureFacts, format: PictureFormat): string {
  return widthsOf(picture.width)
    .map((width) => `${variantAddress(picture, { width, format })} ${width}w`)
    .join(", ");
}

/**
 * Classes for the focal point in steps of a tenth, because the Content-Security-Policy of pages
 * allows no style attributes.
 */
function focusClasses({ focalX, focalY }: PictureFacts): string[] {
  return [`focus-x-${Math.round(focalX * 10)}`, `focus-y-${Math.round(focalY * 10)}`];
}

interface PictureProps {
  address: string;
  /**
   * Alternative text. By default the text that the owner gave the picture, or the text of the
   * built-in picture; "" for a picture without a text.
   */
  alt?: string;
  /** Displayed width of the picture, in the format of the `sizes` attribute. */
  sizes: string;
  /** True for a picture in the first view, which is preloaded. */
  priority?: boolean;
  className?: string;
  /** Address of the built-in picture for the dark scheme; unused in a look without drawings. */
  dark?: string | undefined;
}

const phone = "(max-width: 47.99rem)";
const notPhone = "(min-width: 48rem)";
const night = "(prefers-color-scheme: dark)";
const day = "(prefers-color-scheme: light)";
/**
 * Screens on which the inlined picture is sharp enough. Other screens show the inlined picture only
 * until a larger file is loaded.
 */
const fewPixels = "(max-width: 26rem) and (max-resolution: 2dppx)";
/** A transparent pixel, through which the inlined picture in the background shows. */
const seeThrough = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
/**
 * Half of the displayed width: a smaller file loads faster on phones, and nobody sees the missing
 * detail in a picture of mist and furrows.
 */
const phoneSizes = "47vw";

/**
 * Renders an uploaded or built-in picture in all its sizes and formats, and a pattern in the colours
 * of the look. A picture from another site has only its own file.
 */
export function Picture(props: PictureProps) {
  const { alt, sizes, priority = false } = props;
  const look = useLook();
  const ofNight = look.hasDrawings ? props.dark : undefined;
  // A look of one scheme shows its picture whatever the reader's device prefers.
  const isNight = look.scheme === "Dark" && ofNight !== undefined;
  const address = isNight ? ofNight : props.address;
  const dark = look.scheme === "Both" ? ofNight : undefined;
  const uploaded = useUploadedPicture(address);
  const nightly = dark === undefined ? undefined : builtInPictures[dark];
  const isWithoutNight = priority && nightly === undefined && !isNight;
  const className =
    [props.className, isWithoutNight && "picture--without-night"].filter(Boolean).join(" ") ||
    undefined;
  const isInlined =
    uploaded === undefined &&
    priority &&
    nightly !== undefined &&
    address === inlinedPicture.address;
  useSheet(...(isInlined ? [firstViewSheet] : []));
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
  // A draft may have no picture. For an empty `src`, a browser would load the page itself as a
  // picture.
  if (address === "") return null;
  const pattern = patternAt(address);
  if (pattern !== undefined) {
    return (
      <img
        {...loading}
        className={props.className}
        src={dressedPattern(address, look)}
        // A pattern says nothing, also where the alternative text would name a portrait.
        alt=""
        {...patternShapes[pattern.shape]}
      />
    );
  }
  const known = builtInPictures[address];
  const classes = [className, isInlined && inlinedPicture.className].filter(Boolean).join(" ");
  const img = (
    <img
      {...loading}
      className={classes || undefined}
      src={address}
      alt={alt ?? pictureDescriptions.get(props.address) ?? ""}
      width={known?.width}
      height={known?.height}
    />
  );
  if (!known) return img;
  const phones = isInlined ? `${phone} and (not (${fewPixels}))` : phone;
  const byDay = sourcesOf(props, address, nightly && day, phones);
  const sources = dark && nightly ? [...sourcesOf(props, dark, night), ...byDay] : byDay;
  return (
    <>
      {priority && sources.map((source) => <PicturePreload key={source.srcSet} {...source} />)}
      <picture>
        {/* Has the same type as the other sources, so that browsers without AVIF use the
            `<img>`. */}
        {isInlined && (
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

/** The media queries exclude each other, so that only one picture is preloaded. */
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
