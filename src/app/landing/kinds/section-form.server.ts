import { data, type RouterContextProvider, redirect } from "react-router";
import { appContext } from "#app/app-context.server.ts";
import { questionAboutEmail } from "#app/email-question.server.ts";
import { pageError, readForm, refusedForm, unknownForm } from "#app/forms.server.ts";
import { isHoneypotFilled } from "#app/ui/forms/honeypot.tsx";
import { resultPath } from "#check/requests/check-addresses.ts";
import { suggestedWebsite } from "#check/requests/email-as-website.ts";
import { requestCheck } from "#check/requests/request-check.ts";
import { receiveMessage } from "#inbox/messages/receive-message.ts";
import { AppError } from "#platform/errors.ts";
import { localPathOr } from "#platform/texts/local-path.ts";
import type { SectionFormName } from "./section-form.tsx";

interface FormArgs {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

type Typed = Readonly<Record<string, string>>;

/**
 * The action of a page that can have sections with forms. A rejected form is shown again in its
 * section, on the page on which it stands. `ownForm` is the form that the page came with.
 */
export function formAction(ownForm?: SectionFormName) {
  return async ({ request, context }: FormArgs) => {
    const values = await readForm(request);
    const name = values.sectionForm ?? ownForm;
    if (name === "contact") return sendMessage(values, context);
    if (name === "check") return checkWebsite(values, context);
    throw data(unknownForm, { status: 400 });
  };
}

/** Answers a contact form, which a section may have with a page of its own that thanks the sender. */
async function sendMessage(values: Typed, context: FormArgs["context"]) {
  const { services, facts } = context.get(appContext);
  const thanks = redirect(localPathOr(values.after, "/thanks"), 303);
  if (isHoneypotFilled(values)) return thanks;
  const question = questionAboutEmail(services, values);
  if (question !== null) return question;
  const { name, email, number, subject, message } = values;
  try {
    await receiveMessage(services, facts, { name, email, number, subject, message });
  } catch (error) {
    return refusedForm(error, values);
  }
  return thanks;
}

/** Answers the form of the free check. */
async function checkWebsite(values: Typed, context: FormArgs["context"]) {
  const { services, facts } = context.get(appContext);
  if (isHoneypotFilled(values)) return redirect("/", 303);
  try {
    const { key } = await requestCheck(services, facts, { website: values.website ?? "" });
    return redirect(resultPath(key), 303);
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return pageError(error);
    return refusedForm(error, {
      ...values,
      website: suggestedWebsite(error) ?? values.website ?? "",
    });
  }
}
