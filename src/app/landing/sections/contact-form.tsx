import { messageLimits } from "../../../inbox/inbox-limits.ts";
import { Button } from "../../ui/forms/button.tsx";
import { type FormState, fieldState } from "../../ui/forms/form-state.ts";
import { Honeypot } from "../../ui/forms/honeypot.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Notice } from "../../ui/notice.tsx";

interface ContactFormProps {
  form: FormState | undefined;
  /** Action URL of the form. */
  action: string;
}

export function ContactForm({ form, action }: ContactFormProps) {
  const field = (name: keyof typeof messageLimits) => ({
    ...fieldState(form, name),
    maxLength: messageLimits[name],
  });
  const marked = form !== undefined && Object.keys(form.errors).length > 0;
  const notice = form?.notice ?? (marked ? "Please check the marked fields." : null);
  return (
    <form className="contact-form" method="post" action={action} noValidate>
      {notice && (
        <Notice tone="error" besideFields={marked}>
          {notice}
        </Notice>
      )}
      <TextField {...field("name")} label="Name" autoComplete="name" />
      <TextField {...field("email")} label="Email" type="email" autoComplete="email" required />
      <TextField {...field("number")} label="Phone Number" type="tel" autoComplete="tel" />
      <TextField {...field("subject")} label="Subject" />
      {/* No `maxLength`, because browsers cut off pasted text silently. */}
      <TextField {...fieldState(form, "message")} label="Message" multiline required />
      <Honeypot />
      <Button>Send Message</Button>
    </form>
  );
}
