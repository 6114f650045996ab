import type {
  Copyright,
  FooterAbout,
  FooterAddress,
  FooterSocial,
} from "#content/blocks/footer.ts";
import type { SectionTitles } from "#content/blocks/section-titles.ts";
import { subscriberLimits } from "#inbox/inbox-limits.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { MenuPlace } from "#seo/menu.ts";
import { FurrowLines, GroundLine } from "../drawings/drawings.tsx";
import { Icon } from "../drawings/icon.tsx";
import { Button } from "../forms/button.tsx";
import { Honeypot } from "../forms/honeypot.tsx";
import { useLook } from "../look-context.ts";
import { MenuList } from "./menu-list.tsx";

// Position of each sprout in percent of the row, and its height in pixels.
const sprouts = [
  { at: 1, size: 16 },
  { at: 15, size: 22 },
  { at: 29, size: 29 },
  { at: 44, size: 36 },
  { at: 60, size: 43 },
  { at: 77, size: 50 },
];

function SeedRow({ heading }: { heading: string | undefined }) {
  return (
    <div className="seed-row grid">
      {heading && <h2 className="seed-row__heading">{heading}</h2>}
      <form className="seed-row__form" method="post" action="/subscribe">
        <label htmlFor="subscribe-email">Email</label>
        <div className="seed-row__line">
          <input
            id="subscribe-email"
            name="subemail"
            type="email"
            autoComplete="email"
            maxLength={subscriberLimits.subemail}
            required
          />
          <Button>Subscribe</Button>
        </div>
        <Honeypot />
      </form>
      <Sprouts />
    </div>
  );
}

function Sprouts() {
  if (!useLook().hasDrawings) return null;
  return (
    <svg className="seed-row__sprouts" aria-hidden="true">
      {sprouts.map((sprout) => (
        <use
          key={sprout.at}
          href="#sprout"
          x={`${sprout.at}%`}
          y={54 - sprout.size}
          width={sprout.size}
          height={sprout.size}
        />
      ))}
    </svg>
  );
}

interface SiteFooterProps {
  about: FooterAbout | undefined;
  address: FooterAddress | undefined;
  social: FooterSocial | undefined;
  copyright: Copyright | undefined;
  titles: SectionTitles | undefined;
  menu: readonly MenuPlace[];
  quiet: boolean;
}

export function SiteFooter(props: SiteFooterProps) {
  const { about, address, social, copyright, titles, menu, quiet } = props;
  return (
    <footer className={quiet ? "site-footer site-footer--quiet" : "site-footer"}>
      <GroundLine ground="soil" sprouts={quiet} />
      <div className="site-footer__soil">
        <FurrowLines className="site-footer__furrows" />
        {!quiet && <SeedRow heading={titles?.subscribeHeading} />}
        <div className="site-footer__ground grid">
          {about && !quiet && (
            <div className="site-footer__about">
              <h2 className="site-footer__heading">{about.aboutFooterText}</h2>
              <p>{about.aboutFooterDetails}</p>
            </div>
          )}
          {address && !quiet && (
            <div className="site-footer__address">
              <AddressLines address={address} />
            </div>
          )}
          {social && !quiet && profilesIn(social).length > 0 && (
            <div className="site-footer__social">
              <h2 className="site-footer__heading">{social.aboutText}</h2>
              <SocialLinks social={social} />
            </div>
          )}
          <div className="site-footer__legal">
            {copyright && <p>{copyright.copyrightText}</p>}
            {menu.length > 0 && <MenuList className="site-footer__menu" places={menu} />}
          </div>
        </div>
      </div>
    </footer>
  );
}

/** Networks for which the owner has entered a profile. */
function profilesIn(social: FooterSocial) {
  return (
    [
      { icon: "instagram", label: "Instagram", href: social.inslink },
      { icon: "facebook", label: "Facebook", href: social.fblink },
      { icon: "youtube", label: "YouTube", href: social.youlink },
    ] as const
  ).filter(({ href }) => href !== "");
}

function SocialLinks({ social }: { social: FooterSocial }) {
  return (
    <ul className="site-footer__links">
      {profilesIn(social).map((profile) => (
        <li key={profile.label}>
          <a href={profile.href} rel="noopener">
            <Icon name={profile.icon} />
            {profile.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function AddressLines({ address }: { address: FooterAddress }) {
  return (
    <address className="address-lines">
      <ul>
        <li>
          <Icon name="pin" />
          <span>{address.location}</span>
        </li>
        <li>
          <Icon name="phone" />
          <a href={`tel:${address.phoneNumber.replace(/[^+\d]/g, "")}`}>{address.phoneNumber}</a>
        </li>
        <li>
          <Icon name="envelope" />
          <a href={`mailto:${address.emailAddress}`}>{shownEmail(address.emailAddress)}</a>
        </li>
      </ul>
    </address>
  );
}
