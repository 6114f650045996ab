import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";

export interface ContactFormState {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}

export function ContactForm({ form }: { form: ContactFormState | undefined }) {
  const wrong = form !== undefined && Object.keys(form.errors).length > 0;
  const field = (name: string) => ({
    name,
    defaultValue: form?.values[name] ?? "",
    ...(form?.errors[name] === undefined ? {} : { error: form.errors[name] }),
  });
  return (
    <form className="contact-form" method="post" action="/contact">
      {wrong && (
        <Notice tone="error">
          {form.errors.form ?? "Please look at the marked fields again."}
        </Notice>
      )}
      <TextField {...field("name")} label="Name" autoComplete="name" maxLength={120} />
      <TextField
        {...field("email")}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
      />
      <TextField
        {...field("number")}
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <TextField {...field("subject")} label="Subject" maxLength={200} />
      <TextField {...field("message")} label="Message" maxLength={4000} multiline required />
      <Button>Send Message</Button>
    </form>
  );
}
