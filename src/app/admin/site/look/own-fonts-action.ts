import { data } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageError, refusedForm, savedForm, unknownForm } from "#app/forms.server.ts";
import { formInMemory } from "#files/form-in-memory.ts";
import { addOwnFont, deleteOwnFont } from "#look/typefaces/own-font.server.ts";
import type { OwnFont } from "#look/typefaces/own-font.ts";
import type { Route } from "./+types/own-fonts-action";

/** Uploads and deletes the owner's fonts, for the screen of the look. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const form = await formInMemory(request).catch(pageError);
  const { name, bytes } = form.files.get("file") ?? { name: "", bytes: new Uint8Array() };
  try {
    switch (form.texts.get("intent")?.[0]) {
      case "upload": {
        const font = await addOwnFont(services, actor, bytes, name);
        return savedForm<OwnFont>({ data: font });
      }
      case "delete": {
        const font = await deleteOwnFont(services, actor, form.texts.get("id")?.[0] ?? "");
        return savedForm<OwnFont>({ said: `${font.name} is deleted` });
      }
      default:
        throw data(unknownForm, { status: 400 });
    }
  } catch (error) {
    return refusedForm(error, {});
  }
}
