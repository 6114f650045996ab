import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { Notice } from "#app/ui/notice.tsx";

/** Forms that sections of a page can have. `section-form.server.ts` answers them. */
export type SectionFormName = "contact" | "check";

interface SectionFormFieldsProps {
  /** Id of the section. */
  id: string;
  form: SectionFormName;
  /** Path to which the sender comes after the form; "" for the usual page. */
  after?: string;
}

/**
 * Hidden fields of a form in a section. The form posts to the page on which it stands, which shows
 * the same section again when the form is rejected.
 */
export function SectionFormFields({ id, form, after = "" }: SectionFormFieldsProps) {
  return (
    <>
      <input type="hidden" name="section" value={id} />
      <input type="hidden" name="sectionForm" value={form} />
      {after !== "" && <input type="hidden" name="after" value={after} />}
    </>
  );
}

/**
 * The rejected form, if it stands in the section with this id, or, for an undefined id, in a section
 * that the page came with.
 */
export function formOf(
  form: ActionResult | undefined,
  id: string | undefined,
): ActionResult | undefined {
  return form?.values.section === id ? form : undefined;
}

interface LostFormProps {
  form: ActionResult | undefined;
  /** Ids of the sections that the page shows. */
  shown: readonly string[];
  /** Address of the contact page. */
  contact: string;
}

/**
 * What a visitor typed into a form of a section that the owner has taken out. A form without a section
 * is one of those that the contact page and the page of the check came with.
 */
export function LostForm({ form, shown, contact }: LostFormProps) {
  if (form === undefined) return null;
  const { message = "", website = "" } = form.values;
  const section = form.values.section ?? ("website" in form.values ? "seo-check" : "contact-sec");
  if (shown.includes(section)) return null;
  return (
    <div className="grid">
      <Notice tone="error">
        <p>
          Your form was not sent, because it is no longer on this page. Copy what you typed, and
          write to us on the <a href={contact}>contact page</a>.
        </p>
        <p>{message || website}</p>
      </Notice>
    </div>
  );
}
