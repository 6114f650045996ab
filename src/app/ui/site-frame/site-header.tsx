import type { Logo } from "#content/blocks/logo.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { showsWordmark } from "#content/model/wordmark.ts";
import { addressOf, isThere, type PublicPage } from "#seo/public-pages.ts";
import { Icon } from "../drawings/icon.tsx";
import { ButtonLink } from "../forms/button.tsx";
import { Picture, useUploadedPicture } from "../pictures/picture.tsx";

interface SitePlace {
  readonly href: string;
  readonly label: string;
}

interface Section {
  readonly id: string;
  readonly label: string;
  /** True when the landing page shows the section. */
  readonly isShown: (site: SiteContent) => boolean;
  /** Page that has the subject's content even while the landing page does not show the section. */
  readonly page?: PublicPage;
}

const sections: readonly Section[] = [
  {
    id: "service",
    label: "Services",
    isShown: (site) => site.serviceItems.length > 0,
  },
  { id: "about-sec", label: "About Us", isShown: (site) => site.about !== undefined },
  {
    id: "pricing",
    label: "Pricing",
    isShown: (site) => site.pricingPackages.length > 0,
  },
  {
    id: "testimonial",
    label: "Testimonial",
    isShown: (site) => site.testimonials.length > 0,
  },
  {
    id: "contact-sec",
    label: "Contact Us",
    isShown: (site) => site.contactSection.length > 0,
    page: "contact",
  },
];

/**
 * Links of the menu. A link leads to a section of the landing page. A section without content has
 * no link, but "Contact Us" then leads to the contact page, which always has its form. The free
 * check is a page of its own.
 */
export function sitePlaces(site: SiteContent): SitePlace[] {
  return [
    { href: "/", label: "Home" },
    ...sections.flatMap(({ id, label, isShown, page }) => {
      if (isShown(site)) return { href: `/#${id}`, label };
      return page === undefined ? [] : { href: addressOf(site, page), label };
    }),
    ...(isThere(site, "check") ? [{ href: addressOf(site, "check"), label: "Free check" }] : []),
  ];
}

interface SiteHeaderProps {
  site: SiteContent;
  businessName: string;
  viewer: Viewer;
  /** True on pages with a primary button; the header then has only secondary buttons. */
  quiet: boolean;
}

/**
 * On phones the links are in a `<details>` that pushes the page down instead of covering it,
 * because without scripts an overlay would stay open after a jump to a section.
 */
export function SiteHeader({ site, businessName, viewer, quiet }: SiteHeaderProps) {
  return (
    <header className="site-header">
      <div className="site-header__row">
        <BrandLink logo={site.logo} name={businessName} />
        <nav className="site-header__nav" aria-label="Main">
          <PlaceLinks site={site} />
        </nav>
        <div className="site-header__account">
          <AccountLinks viewer={viewer} quiet={quiet} />
        </div>
        <details className="site-header__menu">
          <summary>
            <span className="site-header__open">
              <Icon name="menu" />
              Menu
            </span>
            <span className="site-header__close">
              <Icon name="close" />
              Close
            </span>
          </summary>
          <nav className="site-header__sheet" aria-label="Menu">
            <PlaceLinks site={site} />
            <div className="site-header__sheet-account">
              <AccountLinks viewer={viewer} quiet={quiet} />
            </div>
          </nav>
        </details>
      </div>
    </header>
  );
}

interface BrandLinkProps {
  logo: Logo | undefined;
  /** Name of the business. */
  name: string;
}

/** The logo, or the name of a business without a logo of its own. */
export function BrandLink({ logo, name }: BrandLinkProps) {
  return (
    <a className="brand-link" href="/">
      {logo === undefined || showsWordmark(logo, name) ? (
        <Wordmark name={name} />
      ) : (
        <LogoPicture address={logo.logo} alt={`${name}, home`} />
      )}
    </a>
  );
}

/** The size depends on the length of the name, so that the header keeps its height. */
function Wordmark({ name }: { name: string }) {
  const length = [...name].length;
  const size = length <= 14 ? "short" : length <= 28 ? "middle" : "long";
  return (
    <span className={`wordmark wordmark--${size}`} dir="auto">
      {name}
    </span>
  );
}

function LogoPicture({ address, alt }: { address: string; alt: string }) {
  const uploaded = useUploadedPicture(address);
  if (uploaded) return <Picture address={address} alt={alt} sizes="11rem" />;
  // Without low priority, React would preload the logo before the font.
  return <img src={address} alt={alt} width="148" height="40" fetchPriority="low" />;
}

function PlaceLinks({ site }: { site: SiteContent }) {
  return (
    <ul className="place-links">
      {sitePlaces(site).map((place) => (
        <li key={place.href}>
          <a href={place.href}>{place.label}</a>
        </li>
      ))}
    </ul>
  );
}

function AccountLinks({ viewer, quiet }: Pick<SiteHeaderProps, "viewer" | "quiet">) {
  const variant = viewer.signedIn || quiet ? "secondary" : "primary";
  return (
    <>
      {viewer.panel !== null ? (
        // Not beside "Dashboard", which is the page of a customer.
        <ButtonLink href="/admin" variant="secondary">
          {viewer.panel}
        </ButtonLink>
      ) : viewer.signedIn ? (
        <ButtonLink href="/dashboard" variant={variant}>
          Dashboard
        </ButtonLink>
      ) : (
        <ButtonLink href="/login" variant={variant}>
          Log in
        </ButtonLink>
      )}
    </>
  );
}

export interface Viewer {
  readonly signedIn: boolean;
  readonly email: string | null;
  /** Text of the button that leads to the panel; null for a viewer who may not open it. */
  readonly panel: "Admin" | "Panel" | null;
  readonly editsSite: boolean;
}
