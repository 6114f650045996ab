import type { Copyright } from "../../../content/blocks/copyright.ts";
import type { FooterAbout } from "../../../content/blocks/footer-about.ts";
import type { FooterAddress } from "../../../content/blocks/footer-address.ts";
import type { FooterSocial } from "../../../content/blocks/footer-social.ts";
import type { SectionTitles } from "../../../content/blocks/section-titles.ts";
import { FurrowLines } from "../drawings/drawings.tsx";
import { GroundLine } from "../drawings/ground-line.tsx";
import { Icon } from "../drawings/icon.tsx";
import { AddressLines } from "./address-lines.tsx";
import type { PageLink } from "./page-links.ts";
import { SeedRow } from "./seed-row.tsx";

interface SiteFooterProps {
  about: FooterAbout | undefined;
  address: FooterAddress | undefined;
  social: FooterSocial | undefined;
  copyright: Copyright | undefined;
  titles: SectionTitles | undefined;
  pages: readonly PageLink[];
  quiet: boolean;
}

export function SiteFooter(props: SiteFooterProps) {
  const { about, address, social, copyright, titles, pages, quiet } = props;
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
          {social && !quiet && (
            <div className="site-footer__social">
              <h2 className="site-footer__heading">{social.aboutText}</h2>
              <SocialLinks social={social} />
            </div>
          )}
          <div className="site-footer__legal">
            <p>{copyright?.copyrightText}</p>
            <ul>
              {pages.map(({ href, title }) => (
                <li key={href}>
                  <a href={href}>{title}</a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </footer>
  );
}

function SocialLinks({ social }: { social: FooterSocial }) {
  const links = [
    { icon: "instagram", label: "Instagram", href: social.inslink },
    { icon: "facebook", label: "Facebook", href: social.fblink },
    { icon: "youtube", label: "YouTube", href: social.youlink },
  ] as const;
  return (
    <ul className="site-footer__links">
      {links
        .filter((link) => link.href)
        .map((link) => (
          <li key={link.label}>
            <a href={link.href} rel="noopener">
              <Icon name={link.icon} />
              {link.label}
            </a>
          </li>
        ))}
    </ul>
  );
}
