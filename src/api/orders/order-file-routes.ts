import type { Context, Hono } from "hono";
import { z } from "zod";
import {
  addOrderFile,
  findOrderFile,
  largestOrderBytes,
  listOrderFiles,
  type OrderFile,
  receiveOrderFile,
  removeOrderFile,
} from "#conversation/files/order-files.ts";
import { enterRoom, requireOpen } from "#conversation/order-message.ts";
import { kindOf } from "#files/file-kind.ts";
import { largestFileBytes } from "#files/file-limits.ts";
import { fileResponse } from "#files/file-response.ts";
import type { ReceivedFile } from "#files/private-files.ts";
import { discardFiles } from "#files/receive-file.ts";
import { receiveForm } from "#files/receive-form.ts";
import { AppError } from "#platform/errors.ts";
import { formKey } from "#platform/idempotency.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const fileSchema = z
  .strictObject({
    _id: z.string(),
    name: z.string(),
    kind: z.string().meta({ description: 'By content, such as "PDF" or "PNG picture"' }),
    type: z.string().meta({ description: "Media type by content" }),
    bytes: z.int(),
    from: z.enum(["customer", "team"]),
    author: z.string().meta({
      description: 'Email address of the admin; "" for files of customers, and for customers',
    }),
    message: z.string().nullable().meta({ description: "Id of the message that it came with" }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "OrderFile" });

const filesSchema = z
  .strictObject({
    files: z.array(fileSchema).meta({ description: "Oldest first" }),
    bytes: z.int().meta({ description: "Of all files together" }),
    mostBytes: z.int(),
  })
  .meta({ id: "OrderFiles" });

/** Multipart form with one file, for the OpenAPI document. */
const formSchema = z.strictObject({ file: z.file() });

/** Maximum body size in bytes for a path that takes a file; undefined for other paths. */
export function orderFileBodyLimit(path: string): number | undefined {
  return /^\/api\/order\/[^/]+\/files\/?$/.test(path) ? largestFileBytes + 64 * 1024 : undefined;
}

export function orderFileRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const signedIn = { tag: "Orders", who: "signed in" } as const;
  addCall(api, "GET", "/order/:id/files", {
    ...signedIn,
    summary: "Files of an order; for customers and team members who may see the order",
    answer: { schema: filesSchema },
    run: async ({ actor, id }) => {
      const { files, byteCount } = await listOrderFiles(services, actor, id);
      return { files: files.map(shown), bytes: byteCount, mostBytes: largestOrderBytes };
    },
  });
  addCall(api, "POST", "/order/:id/files", {
    ...signedIn,
    summary: "Adds a file to a paid order",
    detail: "A form with the file as `file`, of at most 50 MB.",
    headers: z.object({ "Idempotency-Key": formKey }),
    body: { types: ["multipart/form-data"], schema: formSchema },
    answer: { status: 201, schema: fileSchema },
    refusals: [409, 422, 429],
    run: async ({ context, actor, id }) => {
      // Checks the right before reading megabytes from a sender who may not upload.
      requireOpen(await enterRoom(services.database.read, actor, id));
      const file = await receivedFile(services, context, actor, id);
      try {
        const key = context.req.header("idempotency-key");
        return shown(await addOrderFile(services, actor, id, file, key));
      } catch (error) {
        await discardFiles(services.database, [file.id]);
        throw error;
      }
    },
  });
  addCall(api, "GET", "/order/:id/files/:fileId", {
    ...signedIn,
    summary: "The bytes of a file of an order",
    detail: "Answers a `Range` of bytes with 206, or with 416 outside of the file.",
    answer: { type: "application/octet-stream", schema: z.file() },
    run: async ({ context, actor, id, fileId }) =>
      fileResponse(services, await findOrderFile(services, actor, id, fileId), context.req.raw),
  });
  addCall(api, "DELETE", "/order/:id/files/:fileId", {
    ...signedIn,
    summary: "Removes a file of an order for good",
    detail: "You can remove your own file for 15 minutes; admins can remove any file.",
    answer: { schema: fileSchema },
    refusals: [409],
    run: async ({ actor, id, fileId }) => shown(await removeOrderFile(services, actor, id, fileId)),
  });
}

async function receivedFile(
  services: ApiDependencies,
  context: Context,
  actor: Actor,
  orderId: string,
): Promise<ReceivedFile> {
  const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "multipart/form-data") {
    throw new AppError("wrong-type", "Send a form (multipart/form-data) with the file as `file`.");
  }
  const { files, refusal } = await receiveForm(services, context.req.raw, (file) =>
    receiveOrderFile(services, actor, orderId, file),
  );
  if (refusal !== null) throw refusal;
  const [first] = files;
  if (first !== undefined && files.length === 1 && first.field === "file") return first.file;
  await discardFiles(
    services.database,
    files.map(({ file }) => file.id),
  );
  const message = "Send one file, as `file`.";
  throw new AppError("invalid", message, { issues: [{ path: "file", message }] });
}

function shown(file: OrderFile): z.infer<typeof fileSchema> {
  const { id, name, type, byteCount, side, author, messageId, createdAt } = file;
  return {
    _id: id,
    name,
    kind: kindOf(type),
    type,
    bytes: byteCount,
    from: side,
    author,
    message: messageId,
    createdAt: isoTime(createdAt),
  };
}
