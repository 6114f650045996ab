import type { ContactSection as ContactRecord } from "../../../content/blocks/contact-section.ts";
import type { FooterAddress } from "../../../content/blocks/footer-address.ts";
import { AddressLines } from "../../ui/address-lines.tsx";
import { Picture } from "../../ui/picture.tsx";
import { ContactForm, type ContactFormState } from "./contact-form.tsx";
import { SectionHeading } from "./section-heading.tsx";

interface ContactSectionProps {
  section: ContactRecord | undefined;
  address: FooterAddress | undefined;
  /** What was sent and came back with something to mend. */
  form?: ContactFormState | undefined;
}

export function ContactSection({ section, address, form }: ContactSectionProps) {
  if (!section) return null;
  return (
    <section className="contact grid" id="contact-sec">
      <div className="contact__words">
        <SectionHeading text="Contact" heading={section.contactTitle} />
        <p className="contact__details">{section.contactDetails}</p>
      </div>
      <div className="contact__form">
        <ContactForm form={form} />
      </div>
      <figure className="contact__map">
        <Picture address={section.contactImg} sizes="(max-width: 60rem) 100vw, 45vw" />
        {address && (
          <figcaption>
            <AddressLines address={address} />
          </figcaption>
        )}
      </figure>
    </section>
  );
}
