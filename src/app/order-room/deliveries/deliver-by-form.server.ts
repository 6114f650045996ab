import type { Services } from "#compose.ts";
import type { FormWithFiles } from "#files/receive-form.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { type DeliveredOrder, deliverOrder } from "#work/deliveries/delivery-order.ts";
import { shared, sharedKind } from "./shared-proof.ts";

type Fields = Readonly<Record<string, string>>;

/**
 * Delivers an order with the fields of `DeliveryForm`: `kind-1`, `value-1` and `unit-1` for the
 * first point. A point of the kind "shared" has the proof in `kind-all`, `value-all` and `unit-all`.
 * The proof by file of the first point is the field `file-1` or, without a new file,
 * the file with the id `kept-1`. Throws the errors of `deliverOrder`, whose issues name these
 * fields.
 */
export async function deliverByForm(
  services: Services,
  actor: Actor,
  orderId: string,
  form: Fields,
  files: FormWithFiles["files"],
): Promise<DeliveredOrder> {
  const positions = Object.keys(form).flatMap((name) => /^kind-(\d+)$/.exec(name)?.[1] ?? []);
  /** Suffix of the fields with the proof of a point. */
  const placeOf = (position: string) =>
    form[`kind-${position}`] === sharedKind ? shared : position;
  function proofOf(place: string): string {
    if (form[`kind-${place}`] !== "file") return form[`value-${place}`] ?? "";
    const sent = files.find(({ field }) => field === `file-${place}`);
    return sent?.file.id ?? form[`kept-${place}`] ?? "";
  }
  const points = positions.map((position) => ({
    position: Number(position),
    kind: form[`kind-${placeOf(position)}`],
    value: proofOf(placeOf(position)),
    unit: form[`unit-${placeOf(position)}`] ?? "",
  }));
  const places = positions.map(placeOf);
  const { text, key } = form;
  const input = { number: Number(form.number), text, key, points };
  try {
    return await deliverOrder(
      services,
      actor,
      orderId,
      input,
      files.map(({ file }) => file),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = error.issues.map(({ path, message }) => ({
      path: fieldOf(path, places),
      message,
    }));
    throw new AppError(error.code, error.message, { issues, cause: error });
  }
}

function fieldOf(path: string, places: readonly string[]): string {
  const [points, index = "", field] = path.split(".");
  if (points !== "points") return path;
  if (field !== undefined) return `${field}-${places[Number(index)]}`;
  return `value-${places.includes(index) ? index : shared}`;
}
