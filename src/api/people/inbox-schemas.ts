import { z } from "zod";
import type { Message } from "../../inbox/messages/message.ts";
import type { Subscriber } from "../../inbox/subscribers/subscriber.ts";

export const messageAnswer = z
  .strictObject({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    number: z.string(),
    subject: z.string(),
    message: z.string(),
    messageStatus: z.enum(["UnRead", "Read"]),
  })
  .meta({ id: "Message" }) satisfies z.ZodType<Message>;

export const subscriberAnswer = z
  .strictObject({ _id: z.string(), subemail: z.string() })
  .meta({ id: "Subscriber" }) satisfies z.ZodType<Subscriber>;
