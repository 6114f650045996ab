import { redirect } from "react-router";
import { receiveMessage } from "../../inbox/messages.ts";
import { servicesOf } from "../app-context.server.ts";
import { readForm, refusedForm } from "../form-state.server.ts";
import { pageTitle } from "../page-title.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/contact";
import { PageBody } from "./page-body.tsx";

export function meta() {
  return pageTitle("Contact Us", "Write to Furrow: a person answers within one working day.");
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request);
  const { name, email, number, subject, message } = values;
  try {
    await receiveMessage(servicesOf(context), { name, email, number, subject, message });
  } catch (error) {
    return refusedForm(error, values);
  }
  return redirect("/thanks", 303);
}

export default function Contact({ actionData }: Route.ComponentProps) {
  return <PageBody page="contact" {...usePage()} form={actionData} />;
}
