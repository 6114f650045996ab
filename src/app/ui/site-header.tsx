import type { Logo } from "../../content/blocks/logo.ts";
import { ButtonLink } from "./button.tsx";
import { Icon } from "./icon.tsx";
import type { Viewer } from "./viewer.ts";

const places = [
  { href: "/", label: "Home" },
  { href: "/#service", label: "Services" },
  { href: "/#about-sec", label: "About Us" },
  { href: "/#pricing", label: "Pricing" },
  { href: "/#testimonial", label: "Testimonial" },
  { href: "/#contact-sec", label: "Contact Us" },
];

interface SiteHeaderProps {
  logo: Logo | undefined;
  viewer: Viewer;
  /** The page has a next step of its own, with which the header does not compete. */
  quiet: boolean;
}

/**
 * On a phone the links fold into a disclosure that pushes the page down instead of covering it:
 * without a script nothing could close it after a jump to a section.
 */
export function SiteHeader({ logo, viewer, quiet }: SiteHeaderProps) {
  return (
    <header className="site-header">
      <div className="site-header__row">
        <BrandLink logo={logo} />
        <nav className="site-header__nav" aria-label="Main">
          <PlaceLinks />
        </nav>
        <div className="site-header__doors">
          <Doors viewer={viewer} quiet={quiet} />
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
            <PlaceLinks />
            <div className="site-header__sheet-doors">
              <Doors viewer={viewer} quiet={quiet} />
            </div>
          </nav>
        </details>
      </div>
    </header>
  );
}

export function BrandLink({ logo }: { logo: Logo | undefined }) {
  return (
    <a className="brand-link" href="/">
      {logo ? (
        // What the page waits for goes first: React would have it fetched before the text's face.
        <img src={logo.logo} alt="Furrow, home" width="148" height="40" fetchPriority="low" />
      ) : (
        "Furrow"
      )}
    </a>
  );
}

function PlaceLinks() {
  return (
    <ul className="place-links">
      {places.map((place) => (
        <li key={place.href}>
          <a href={place.href}>{place.label}</a>
        </li>
      ))}
    </ul>
  );
}

function Doors({ viewer, quiet }: Pick<SiteHeaderProps, "viewer" | "quiet">) {
  const variant = viewer.signedIn || quiet ? "secondary" : "primary";
  return (
    <>
      {viewer.isAdmin && (
        <ButtonLink href="/admin" variant="secondary">
          Admin
        </ButtonLink>
      )}
      {viewer.signedIn ? (
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
