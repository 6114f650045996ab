import type { Logo } from "#content/blocks/logo.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { showsWordmark } from "#content/model/wordmark.ts";
import { worstContrast } from "#look/colours/contrast.ts";
import type { Look } from "#look/look.ts";
import type { Scheme } from "#look/roles.ts";
import { type MenuPlace, menuOf } from "#seo/menu.ts";
import { Icon } from "../drawings/icon.tsx";
import { ButtonLink } from "../forms/button.tsx";
import { useLook } from "../look-context.ts";
import { Picture, useUploadedPicture } from "../pictures/picture.tsx";
import { useSheet } from "../styles/style-sheets.ts";
import darkLogoSheet from "./dark-logo.css?sheet";
import { GroupLabel, MenuList } from "./menu-list.tsx";

/** Room of the menu beside logo and button on a wide screen, in characters. */
const mostInRow = 82;
/** The gap between two entries, and the arrow of an entry with others below it, in characters. */
const [gap, arrow] = [3, 2];

/** The entries that fit beside each other, and those for “More”. */
export function inOneRow(places: readonly MenuPlace[]) {
  const widths = places.map(
    ({ label, below }) => [...label].length + gap + (below.length > 0 ? arrow : 0),
  );
  const widthOf = (count: number) => widths.slice(0, count).reduce((sum, width) => sum + width, 0);
  if (widthOf(places.length) <= mostInRow) return { shown: places, more: [] };
  const room = mostInRow - "More".length - gap - arrow;
  const count = widths.filter((_, index) => widthOf(index + 1) <= room).length;
  return { shown: places.slice(0, count), more: places.slice(count) };
}

interface SiteHeaderProps {
  site: SiteContent;
  businessName: string;
  viewer: Viewer;
  /** True on pages with a primary button; the header then has only secondary buttons. */
  quiet: boolean;
  withoutMenu: boolean;
}

/**
 * On phones the links are in a `<details>` that pushes the page down instead of covering it,
 * because without scripts an overlay would stay open after a jump to a section.
 */
export function SiteHeader({ site, businessName, viewer, quiet, withoutMenu }: SiteHeaderProps) {
  if (withoutMenu) {
    return (
      <header className="site-header">
        <div className="site-header__row">
          <BrandLink logo={site.logo} name={businessName} />
        </div>
      </header>
    );
  }
  const places = menuOf(site, "header");
  return (
    <header className="site-header">
      <div className="site-header__row">
        <BrandLink logo={site.logo} name={businessName} />
        {places.length > 0 && (
          <nav className="site-header__nav" aria-label="Main">
            <MenuRow places={places} />
          </nav>
        )}
        <div className="site-header__account">
          <AccountLinks viewer={viewer} quiet={quiet} />
        </div>
        <details className="site-header__menu">
          <summary>
            <span className="site-header__open">
              <MenuIcon />
              Menu
            </span>
            <span className="site-header__close">
              <Icon name="close" />
              Close
            </span>
          </summary>
          <nav className="site-header__sheet" aria-label="Menu">
            <MenuList className="place-links" places={places} />
            <div className="site-header__sheet-account">
              <AccountLinks viewer={viewer} quiet={quiet} />
            </div>
          </nav>
        </details>
      </div>
    </header>
  );
}

/** Three curved furrows, or three lines. */
function MenuIcon() {
  return <Icon name={useLook().hasDrawings ? "menu" : "lines"} />;
}

interface BrandLinkProps {
  logo: Logo | undefined;
  /** Name of the business. */
  name: string;
}

/** The colours of `public/pictures/furrow-logo.svg`, which follows the scheme of the browser. */
const drawnLogo = { light: ["#231a12", "#2f5a36"], dark: ["#f7f0e1", "#9cc66b"] } as const;

/** Whether the demonstration's logo, a drawing of the farm, fits the look and can be seen. */
function suitsDrawnLogo({ hasDrawings, palettes }: Look): boolean {
  const isSeen = (scheme: Scheme) => worstContrast(palettes[scheme].ground, drawnLogo[scheme]) >= 3;
  return hasDrawings && isSeen("light") && isSeen("dark");
}

/** The logo, or the name of a business without a logo of its own. */
export function BrandLink({ logo, name }: BrandLinkProps) {
  const suitsDrawing = suitsDrawnLogo(useLook());
  return (
    <a className="brand-link" href="/">
      {logo === undefined || showsWordmark(logo, name, suitsDrawing) ? (
        <Wordmark name={name} />
      ) : (
        <Logos logo={logo} alt={`${name}, home`} />
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

/** The logo, and in its place where the site is dark the logo for dark ground. */
function Logos({ logo, alt }: { logo: Logo; alt: string }) {
  const { scheme } = useLook();
  useSheet(...(logo.darkLogo === "" ? [] : [darkLogoSheet]));
  if (logo.darkLogo === "" || scheme === "Light") {
    return <LogoPicture address={logo.logo} alt={alt} />;
  }
  if (scheme === "Dark") return <LogoPicture address={logo.darkLogo} alt={alt} />;
  return (
    <>
      <span className="logo-on-light">
        <LogoPicture address={logo.logo} alt={alt} />
      </span>
      <span className="logo-on-dark">
        <LogoPicture address={logo.darkLogo} alt={alt} />
      </span>
    </>
  );
}

function LogoPicture({ address, alt }: { address: string; alt: string }) {
  const uploaded = useUploadedPicture(address);
  if (uploaded) return <Picture address={address} alt={alt} sizes="11rem" />;
  // Without low priority, React would preload the logo before the font.
  return <img src={address} alt={alt} width="148" height="40" fetchPriority="low" />;
}

function MenuRow({ places }: { places: readonly MenuPlace[] }) {
  const { shown, more } = inOneRow(places);
  return (
    <>
      <MenuList className="place-links" places={shown} group="header-menu" />
      {more.length > 0 && (
        <details className="menu-group menu-group--more" name="header-menu">
          <GroupLabel label="More" />
          <MenuList className="menu-group__entries place-links" places={more} />
        </details>
      )}
    </>
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
