import { z } from "zod";
import { isoTime } from "#platform/time/dates.ts";
import { stages } from "#stages/delivery-stage.ts";
import type { DeliveryAnswer, OrderDeliveries } from "#work/deliveries/delivery-list.ts";
import { shownKinds } from "#work/deliveries/delivery-tables.server.ts";

const answerSchema = z
  .strictObject({
    kind: z.enum(["accepted", "changes-asked"]),
    at: z.iso.datetime(),
    way: z.enum(["by-hand", "by-time"]).nullable().meta({ description: "How it was accepted" }),
    by: z.string().nullable().meta({
      description:
        "Name of the person who answered for the customer; null for an acceptance without an answer, and for answers of earlier versions",
    }),
    text: z.string().nullable().meta({ description: "The changes asked for" }),
    points: z.array(z.int()).meta({ description: "Positions that the changes concern" }),
    round: z.int().nullable().meta({ description: "Counts the rounds of changes from 1" }),
  })
  .meta({ id: "DeliveryAnswer" });

export const deliveriesSchema = z
  .strictObject({
    stage: z.enum(stages),
    underReview: z
      .int()
      .nullable()
      .meta({ description: "Number of the delivery that the customer can answer" }),
    reopenableUntil: z.iso.datetime().nullable().meta({
      description: "Until then, the customer can reopen the order; null if they cannot",
    }),
    points: z
      .array(z.strictObject({ position: z.int(), point: z.string() }))
      .meta({ description: "The promised points" }),
    deliveries: z.array(
      z.strictObject({
        number: z.int(),
        text: z.string().meta({ description: '"" when it was made by the order status' }),
        deliveredAt: z.iso.datetime(),
        reviewUntil: z.iso
          .datetime()
          .meta({ description: "From then on it is accepted without an answer" }),
        points: z.array(
          z.strictObject({
            position: z.int(),
            point: z.string(),
            kind: z.enum(shownKinds),
            value: z.string(),
            unit: z.string().meta({ description: '"" unless it is a number' }),
            file: z.string().nullable().meta({
              description: "Id of the file that the value names; null once it was removed",
            }),
            check: z
              .strictObject({
                _id: z.string().meta({ description: "Such as `title-missing`" }),
                pages: z.array(z.string()).meta({ description: "Paths of the fixed pages" }),
              })
              .nullable()
              .meta({ description: "What was fixed on the website; null for other kinds" }),
          }),
        ),
        answer: answerSchema.nullable(),
        reopening: z
          .strictObject({ at: z.iso.datetime(), by: z.string().nullable(), text: z.string() })
          .nullable()
          .meta({ description: "What is wrong, if the customer reopened the order" }),
      }),
    ),
  })
  .meta({ id: "Deliveries" });

export function toRestDeliveries(found: OrderDeliveries): z.output<typeof deliveriesSchema> {
  return {
    stage: found.stage,
    underReview: found.underReview,
    reopenableUntil: found.reopenableUntil === null ? null : isoTime(found.reopenableUntil),
    points: [...found.promised],
    deliveries: found.deliveries.map(({ at, reviewUntil, points, answer, ...delivery }) => ({
      number: delivery.number,
      text: delivery.text,
      deliveredAt: isoTime(at),
      reviewUntil: isoTime(reviewUntil),
      points: points.map(({ fileId, check, ...point }) => ({
        ...point,
        file: fileId,
        check: check && { _id: check.id, pages: [...check.pages] },
      })),
      answer: answer && toRestAnswer(answer),
      reopening: delivery.reopening && {
        at: isoTime(delivery.reopening.at),
        by: delivery.reopening.by,
        text: delivery.reopening.text,
      },
    })),
  };
}

function toRestAnswer(answer: DeliveryAnswer): z.output<typeof answerSchema> {
  const { kind, by } = answer;
  const at = isoTime(answer.at);
  return kind === "accepted"
    ? { kind, at, by, way: answer.way, text: null, points: [], round: null }
    : {
        kind,
        at,
        by,
        way: null,
        text: answer.text,
        points: [...answer.positions],
        round: answer.round,
      };
}
