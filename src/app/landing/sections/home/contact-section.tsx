import type { ReactNode } from "react";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { EmailInput } from "#app/ui/forms/email-input.tsx";
import { Honeypot } from "#app/ui/forms/honeypot.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { AddressLines } from "#app/ui/site-frame/site-footer.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { ContactSection as ContactRecord } from "#content/blocks/contact-section.ts";
import type { FooterAddress } from "#content/blocks/footer.ts";
import type { SectionTitles } from "#content/blocks/section-titles.ts";
import { messageLimits } from "#inbox/inbox-limits.ts";
import { SectionHeading } from "../headings.tsx";
import contactSheet from "./contact-section.css?sheet";

interface ContactSectionProps {
  /** The first heads the section, beside the form; the others follow below. */
  sections: readonly ContactRecord[];
  address: FooterAddress | undefined;
  titles: Pick<SectionTitles, "contactText"> | undefined;
  /** The promised time of an answer, such as "one working day"; empty without a promise. */
  answerTime: string;
  /** Address of the page that receives the form; undefined for the page of the section. */
  action: string | undefined;
  form?: ActionResult | undefined;
  /** True on the contact page, whose title is the section's heading. */
  isPage?: boolean;
  /** True if the heading is the title of another page. */
  isTitle?: boolean | undefined;
  id?: string;
  /** Beginning of the ids of the fields. */
  fieldIds?: string;
  /** Hidden fields of the form. */
  children?: ReactNode;
}

export function ContactSection(props: ContactSectionProps) {
  useSheet(contactSheet);
  const { sections, address, titles, answerTime, action, form, isPage = false } = props;
  const { id = "contact-sec", fieldIds = "field", isTitle = isPage, children } = props;
  const [section, ...others] = sections;
  // The contact page always shows the form, even without the section's texts.
  if (!section && !isPage) return null;
  return (
    <section className="contact grid" id={id}>
      <div className="contact__words">
        <SectionHeading
          text={titles?.contactText ?? ""}
          heading={section?.contactTitle ?? "Contact Us"}
          isTitle={isTitle}
        />
        {section && <p className="contact__details">{section.contactDetails}</p>}
      </div>
      <div className="contact__form">
        <ContactForm form={form} action={action} answerTime={answerTime} ids={fieldIds}>
          {children}
        </ContactForm>
      </div>
      {(section?.contactImg || address) && (
        <figure className="contact__map">
          {section && (
            <Picture address={section.contactImg} sizes="(max-width: 60rem) 100vw, 45vw" />
          )}
          {address && (
            <figcaption>
              <AddressLines address={address} />
            </figcaption>
          )}
        </figure>
      )}
      {others.length > 0 && <OtherContacts contacts={others} heading={isPage ? "h2" : "h3"} />}
    </section>
  );
}

interface OtherContactsProps {
  contacts: readonly ContactRecord[];
  heading: "h2" | "h3";
}

/** Further ways to reach the business, such as a second office. */
function OtherContacts({ contacts, heading: Heading }: OtherContactsProps) {
  return (
    <ul className="contact__others">
      {contacts.map((contact) => (
        <li key={contact._id}>
          <Picture address={contact.contactImg} sizes="(max-width: 40rem) 90vw, 24rem" />
          <Heading className="contact__other-title">{contact.contactTitle}</Heading>
          <p>{contact.contactDetails}</p>
        </li>
      ))}
    </ul>
  );
}

interface ContactFormProps {
  form: ActionResult | undefined;
  action: string | undefined;
  answerTime: string;
  ids: string;
  children: ReactNode;
}

function ContactForm({ form, action, answerTime, ids, children }: ContactFormProps) {
  const field = (name: keyof typeof messageLimits) => ({
    ...fieldState(form, name),
    id: `${ids}-${name}`,
    maxLength: messageLimits[name],
  });
  const marked = form !== undefined && Object.keys(form.errors).length > 0;
  const notice = form?.notice ?? (marked ? "Please check the marked fields." : null);
  return (
    <form className="contact-form" method="post" action={action} noValidate>
      {children}
      {notice && (
        <Notice tone="error" besideFields={marked}>
          {notice}
        </Notice>
      )}
      <TextField {...field("name")} label="Name" autoComplete="name" />
      <EmailInput
        form={form}
        id={`${ids}-email`}
        label="Email"
        autoComplete="email"
        maxLength={messageLimits.email}
      />
      <TextField {...field("number")} label="Phone Number" type="tel" autoComplete="tel" />
      <TextField {...field("subject")} label="Subject" />
      {/* No `maxLength`, because browsers silently cut off longer pasted text. */}
      <TextField
        {...fieldState(form, "message")}
        id={`${ids}-message`}
        label="Message"
        multiline
        required
      />
      <Honeypot />
      <Button>Send Message</Button>
      {answerTime && <p className="contact-form__answer">A person answers within {answerTime}.</p>}
    </form>
  );
}
