import {
  type PictureFacts,
  type PictureFormat,
  variantAddress,
  widthsOf,
} from "../../../media/picture-file.ts";
import { PicturePreload } from "./picture-preload.tsx";
import { impressionClasses } from "./placeholder-class.ts";

interface UploadedPictureProps {
  picture: PictureFacts;
  /** How wide the picture is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** For the picture that is seen first. */
  priority: boolean;
  image: React.ComponentProps<"img">;
}

/** An uploaded picture in every size there is of it, cropped around its focal point. */
export function UploadedPicture({ picture, sizes, priority, image }: UploadedPictureProps) {
  const { alt, width, height } = picture;
  const isReady = picture.state === "ready";
  const img = (
    <img
      {...image}
      className={[
        image.className,
        ...focusClasses(picture),
        ...impressionClasses(picture.impression ?? ""),
      ]
        .filter(Boolean)
        .join(" ")}
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

/** Steps of a tenth: pages allow no style attributes, and a crop shows no finer ones. */
function focusClasses({ focalX, focalY }: PictureFacts): string[] {
  return [`focus-x-${Math.round(focalX * 10)}`, `focus-y-${Math.round(focalY * 10)}`];
}
