import plainBannerSheet from "#app/looks/plain-banner.css?sheet";
import { GroundLine } from "#app/ui/drawings/drawings.tsx";
import { Icon } from "#app/ui/drawings/icon.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { useLook } from "#app/ui/look-context.ts";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Banner } from "#content/blocks/banner.ts";
import type { PricingPackage } from "#content/blocks/pricing-packages.ts";
import { LowestPrice } from "../lowest-price.tsx";
import bannerSheet from "./banner-section.css?sheet";

/** Built-in pictures of the day with their pictures of the night. */
export const nightOf = new Map<string, string>([
  ["/pictures/first-light.webp", "/pictures/night-field.webp"],
]);

interface BannerSectionProps {
  banner: Banner | undefined;
  plans: readonly PricingPackage[];
  /** What a price covers, such as "for a month’s SEO work"; "" for nothing. */
  terms: string;
  /** The free check; null while it is switched off. */
  check: { readonly text: string; readonly href: string } | null;
}

/**
 * The text stands on the plain background above the picture. In a look with drawings, the background
 * fades into the sky of the picture, so the text does not cover the ploughed field in the picture.
 */
export function BannerSection({ banner, plans, terms, check }: BannerSectionProps) {
  const { hasDrawings } = useLook();
  useSheet(bannerSheet, ...(hasDrawings ? [] : [plainBannerSheet]));
  if (!banner) return null;
  return (
    <section className="banner" id="banner" aria-labelledby="banner-heading">
      <div className="banner__words grid">
        <p className="banner__text">{banner.bannerText}</p>
        <h1 className="banner__heading" id="banner-heading">
          {banner.bannerHeading}
        </h1>
        <p className="banner__details">{banner.bannerDetails}</p>
        <LowestPrice className="banner__price" plans={plans} terms={terms} />
        <div className="banner__action">
          {/* Empty while the button names a page that is gone. */}
          {banner.buttonURL !== "" && (
            <ButtonLink href={banner.buttonURL}>
              {banner.buttonText}
              <Icon name="arrow" />
            </ButtonLink>
          )}
          {check && (
            <ButtonLink href={check.href} variant="secondary">
              {check.text}
            </ButtonLink>
          )}
        </div>
      </div>
      {(hasDrawings || banner.imageOne !== "") && (
        <div className="banner__picture">
          <Picture
            address={banner.imageOne}
            dark={nightOf.get(banner.imageOne)}
            sizes="(max-width: 48rem) 88vw, 100vw"
            priority
          />
          <GroundLine ground="paper" />
        </div>
      )}
    </section>
  );
}
