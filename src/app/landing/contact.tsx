import { redirect } from "react-router";
import { receiveMessage } from "#inbox/messages/receive-message.ts";
import { appContext } from "../app-context.server.ts";
import { pageMeta } from "../document/page-meta.ts";
import { questionAboutEmail } from "../email-question.server.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { usePage } from "../site-layout.tsx";
import { isHoneypotFilled } from "../ui/forms/honeypot.tsx";
import type { Route } from "./+types/contact";
import { PageBody } from "./page-body.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("contact", matches);
}

export const handle = { shared: true };

export async function action({ request, context }: Route.ActionArgs) {
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  if (isHoneypotFilled(values)) return redirect("/thanks", 303);
  const question = questionAboutEmail(services, values);
  if (question !== null) return question;
  const { name, email, number, subject, message } = values;
  try {
    await receiveMessage(services, facts, { name, email, number, subject, message });
  } catch (error) {
    return refusedForm(error, values);
  }
  return redirect("/thanks", 303);
}

export default function Contact({ actionData }: Route.ComponentProps) {
  return <PageBody page="contact" {...usePage()} form={actionData} />;
}
