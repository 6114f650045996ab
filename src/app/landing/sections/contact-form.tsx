import { Button } from "../../ui/button.tsx";
import { type FormState, fieldState } from "../../ui/form-state.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";

export function ContactForm({ form }: { form: FormState | undefined }) {
  const field = (name: string) => fieldState(form, name);
  const marked = form !== undefined && Object.keys(form.errors).length > 0;
  const notice = form?.notice ?? (marked ? "Please look at the marked fields again." : null);
  return (
    <form className="contact-form" method="post" action="/contact" noValidate>
      {notice && <Notice tone="error">{notice}</Notice>}
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
