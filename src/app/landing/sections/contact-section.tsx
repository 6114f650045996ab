import type { ContactSection as ContactRecord } from "../../../content/blocks/contact-section.ts";
import type { FooterAddress } from "../../../content/blocks/footer-address.ts";
import type { SectionTitles } from "../../../content/blocks/section-titles.ts";
import type { FormState } from "../../ui/forms/form-state.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { AddressLines } from "../../ui/site-frame/address-lines.tsx";
import { ContactForm } from "./contact-form.tsx";
import { SectionHeading } from "./section-heading.tsx";

interface ContactSectionProps {
  section: ContactRecord | undefined;
  address: FooterAddress | undefined;
  titles: SectionTitles | undefined;
  /** Action URL of the form. */
  action: string;
  /** The rejected form. */
  form?: FormState | undefined;
  /** True on the contact page, where its heading is the title. */
  isPage?: boolean;
}

export function ContactSection(props: ContactSectionProps) {
  const { section, address, titles, action, form, isPage = false } = props;
  // The contact page shows its form also without texts.
  if (!section && !isPage) return null;
  return (
    <section className="contact grid" id="contact-sec">
      <div className="contact__words">
        <SectionHeading
          text={titles?.contactText ?? ""}
          heading={section?.contactTitle ?? "Contact Us"}
          isTitle={isPage}
        />
        {section && <p className="contact__details">{section.contactDetails}</p>}
      </div>
      <div className="contact__form">
        <ContactForm form={form} action={action} />
      </div>
      <figure className="contact__map">
        {section && <Picture address={section.contactImg} sizes="(max-width: 60rem) 100vw, 45vw" />}
        {address && (
          <figcaption>
            <AddressLines address={address} />
          </figcaption>
        )}
      </figure>
    </section>
  );
}
