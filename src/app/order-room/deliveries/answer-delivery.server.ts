import { unknownForm } from "#app/forms.server.ts";
import type { Services } from "#compose.ts";
import { acceptDelivery, askForChanges } from "#orders/room/deliveries/delivery-answers.ts";
import { reopenOrder } from "#orders/room/deliveries/reopen-order.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";

/** Throws every AppError of the operation. */
export async function answerDelivery(
  services: Services,
  actor: Actor,
  orderId: string,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  const number = Number(form.delivery);
  if (form.intent === "accept-delivery") {
    await acceptDelivery(services, actor, orderId, number);
    return;
  }
  if (form.intent === "reopen-order") {
    await reopenOrder(services, actor, orderId, number, { text: form.text, key: form.key });
    return;
  }
  if (form.intent !== "ask-for-changes") {
    throw new AppError("invalid", unknownForm);
  }
  const points = Object.keys(form).flatMap((name) => /^point-(\d+)$/.exec(name)?.[1] ?? []);
  const asked = { text: form.text, points: points.map(Number), key: form.key };
  await askForChanges(services, actor, orderId, number, asked);
}
