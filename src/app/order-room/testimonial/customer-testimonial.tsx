import { SavedFormNotice } from "#app/account/saved-form-notice.tsx";
import type { UnprocessedReason } from "#app/app-context.server.ts";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField, TickField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { testimonials } from "#content/blocks/testimonials.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import type { CustomerRoom } from "../room-parts.server.ts";
import testimonialSheet from "./testimonial.css?sheet";

type Testimonial = NonNullable<CustomerRoom["testimonial"]>;
type Given = NonNullable<Testimonial["given"]>;
type Asked = Extract<Testimonial, { given: null }>;

/** Asks for a testimonial after the acceptance, or shows the one that was given. */
export function CustomerTestimonial({ room, form }: CustomerPartProps) {
  useSheet(testimonialSheet);
  const { testimonial, order } = room;
  const sent = resultOf(form, "give-testimonial");
  const asked = testimonial?.given === null ? testimonial : null;
  return (
    <LivePart name="testimonial">
      {sent?.notice && !asked && <Unsent form={sent} />}
      {testimonial && (
        <section className="testimonial" id="testimonial" aria-labelledby="testimonial-title">
          {asked && <Request orderId={order.id} asked={asked} form={sent} />}
          {testimonial.given && <GivenWords given={testimonial.given} />}
        </section>
      )}
    </LivePart>
  );
}

/** What a person typed when a colleague was first. */
function Unsent({ form }: { form: ActionResult }) {
  return (
    <Notice tone="error">
      {form.notice}
      {form.values.words && (
        <>
          {" "}
          What you typed:
          <blockquote className="testimonial__words">{form.values.words}</blockquote>
        </>
      )}
    </Notice>
  );
}

interface RequestProps {
  orderId: string;
  asked: Asked;
  form: ActionResult | undefined;
}

function Request({ orderId, asked, form }: RequestProps) {
  return (
    <>
      <h2 id="testimonial-title">Happy with the work?</h2>
      <p className="testimonial__note">
        Two sentences from you help others to decide. We ask only this once.
      </p>
      <details className="testimonial__fold" open={form !== undefined}>
        <summary className="button button--secondary">Write a testimonial</summary>
        <form
          method="post"
          action={`/my-order/${orderId}`}
          aria-label="Write a testimonial"
          noValidate
        >
          {form?.notice && <Notice tone="error">{form.notice}</Notice>}
          <input type="hidden" name="intent" value="give-testimonial" />
          <input type="hidden" name="accountId" value={asked.accountId} />
          <input type="hidden" name="key" value={form?.values.key || asked.formKey} />
          <TestimonialFields form={form} suggested={asked.suggested} />
          <Button>Send the testimonial</Button>
        </form>
      </details>
    </>
  );
}

interface TestimonialFieldsProps {
  form: ActionResult | undefined;
  suggested?: Asked["suggested"];
}

function TestimonialFields({ form, suggested }: TestimonialFieldsProps) {
  const { fields } = testimonials;
  return (
    <>
      <TextField
        {...fieldState(form, "words")}
        id="testimonial-words"
        label="What would you say about us?"
        maxLength={fields.desc.maxLength}
        multiline
        required
      />
      <div className="testimonial__pair">
        <TextField
          {...fieldState(form, "personName", suggested?.personName)}
          id="testimonial-name"
          label="Your name, as shown"
          autoComplete="name"
          maxLength={fields.personName.maxLength}
          required
        />
        <TextField
          {...fieldState(form, "company", suggested?.company)}
          id="testimonial-company"
          label="Company (optional)"
          autoComplete="organization"
          maxLength={fields.company.maxLength}
        />
      </div>
      <TextField
        {...fieldState(form, "companyLink", suggested?.companyLink)}
        id="testimonial-link"
        label="Link to your website (optional)"
        inputMode="url"
        autoComplete="url"
        maxLength={fields.companyLink.maxLength}
      />
      <fieldset className="testimonial__result">
        <legend>A result in numbers (optional)</legend>
        <div className="testimonial__figures">
          <TextField
            {...fieldState(form, "resultNumber")}
            id="testimonial-number"
            label="Number"
            hint="Such as 41"
            maxLength={fields.resultNumber.maxLength}
          />
          <TextField
            {...fieldState(form, "resultText")}
            id="testimonial-counts"
            label="What it counts"
            hint="Such as “enquiries a month, 12 before”"
            maxLength={fields.resultText.maxLength}
          />
          <TextField
            {...fieldState(form, "resultPeriod")}
            id="testimonial-period"
            label="Period"
            hint="Such as “March to September”"
            maxLength={fields.resultPeriod.maxLength}
          />
        </div>
      </fieldset>
      <TickField
        name="consent"
        label="You may publish this on your website with my name. It stays there until I ask you to remove it, also when I delete my account."
        form={form}
      />
    </>
  );
}

function GivenWords({ given }: { given: Given }) {
  const { words, personName, company, result, isYours, givenBy, givenOn, isoGivenOn } = given;
  return (
    <>
      <h2 id="testimonial-title">Thank you for your words</h2>
      <p className="testimonial__note">
        {isYours ? "You" : givenBy} wrote on <time dateTime={isoGivenOn}>{givenOn}</time>:
      </p>
      <blockquote className="testimonial__words">{words}</blockquote>
      <p className="testimonial__note">
        {[personName, company].filter(Boolean).join(", ")}
        {result && (
          <>
            <br />
            {result}
          </>
        )}
      </p>
      <p className="testimonial__note">
        {given.answer === "published" && given.isOnSite ? (
          <>
            It is on <a href="/#testimonial">our website</a>. Write to us if we should change or
            remove it.
          </>
        ) : (
          "We read it, and may publish it on our website."
        )}
      </p>
    </>
  );
}

interface UnsentTestimonialProps {
  orderId: string;
  form: ActionResult;
  why: UnprocessedReason;
}

/** The form of a sender whose session or access has ended, with nothing but what was typed. */
export function UnsentTestimonial({ orderId, form, why }: UnsentTestimonialProps) {
  useSheet(testimonialSheet);
  return (
    <div className="testimonial">
      <SavedFormNotice why={why} undone="sent" button="Send the testimonial" />
      <form method="post" action={`/my-order/${orderId}`} noValidate>
        {["intent", "accountId", "key"].map((name) => (
          <input key={name} type="hidden" name={name} value={form.values[name] ?? ""} />
        ))}
        <TestimonialFields form={form} />
        <Button>Send the testimonial</Button>
      </form>
    </div>
  );
}
