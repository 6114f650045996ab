import { createHash } from "node:crypto";
import { z } from "zod";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { LimitedDependencies } from "#platform/rate-limit.ts";
import type { Actor } from "#policy/actor.ts";
import type { OrderRoom } from "../order-message.ts";
import { storePassword } from "./add-order-password.ts";
import { findPasswords, withoutFoundPasswords } from "./find-passwords.ts";

/** The writer's choice about passwords in the text of a message. */
export const foundPasswordsAnswer = z
  .enum(["move", "send"], "Choose move or send.")
  .optional()
  .meta({
    description:
      "For a text with a password: move stores the password with the passwords of the order, send sends the text as it is. Without an answer such a text gets 400 with the code password-found",
  });

export interface TypedMessage {
  readonly text: string;
  readonly foundPasswords?: "move" | "send" | undefined;
}

/**
 * The text of a message, without passwords that move to the passwords of the order. Throws
 * "invalid" when the text has a password that `earlierText` does not have, and the writer has not
 * decided about it.
 */
export function textToStore({ text, foundPasswords }: TypedMessage, earlierText = ""): string {
  if (foundPasswords === "send") return text;
  if (foundPasswords === "move") return withoutFoundPasswords(text);
  const isNew = findPasswords(text).some(({ password }) => !earlierText.includes(password));
  if (!isNew) return text;
  const message =
    "There seems to be a password in your message. Messages are sent by email, too, and are kept. Move the password to the passwords of the order, or send the message as it is.";
  throw new AppError("invalid", message, {
    issues: [{ path: "foundPasswords", message }],
    extra: { code: "password-found" },
  });
}

interface MovedPasswords {
  readonly room: OrderRoom;
  readonly typed: TypedMessage;
  /** Idempotency key of the message. */
  readonly key: string;
}

/**
 * Stores the passwords of a text in the transaction of the message, if the writer chose to move
 * them.
 */
export async function moveFoundPasswords(
  tx: WriteTransaction,
  dependencies: LimitedDependencies,
  actor: Actor,
  { room, typed, key }: MovedPasswords,
): Promise<void> {
  if (typed.foundPasswords !== "move") return;
  for (const [index, { password }] of findPasswords(typed.text).entries()) {
    const fields = { label: "From a message", userName: "", address: "", password };
    await storePassword(tx, dependencies, actor, { room, fields, key: keyOf(key, index) });
  }
}

/** Idempotency key of each password. A hash, because a key has a maximum length. */
function keyOf(messageKey: string, index: number): string {
  return createHash("sha256").update(`${messageKey} ${index}`).digest("base64url");
}
