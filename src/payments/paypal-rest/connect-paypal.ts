import { z } from "zod";
import { systemClock } from "#platform/time/clock.ts";
import {
  type Connection,
  type ConnectionFault,
  type ConnectionRequest,
  endOf,
  isMasked,
  type PaymentMode,
  pasted,
} from "../connection.ts";
import { isSandboxAccount } from "../sandbox/sandbox-keys.ts";
import { createPaypalClient, type PaypalClient, PaypalRefusal, statusOf } from "./paypal-client.ts";
import type { PaypalCredentials } from "./paypal-rest.ts";
import { paypalPlansFault, whereAppsAre } from "./prepare-paypal.ts";

interface PaypalConnectionRequest extends ConnectionRequest {
  /**
   * PayPal's other environment, which is asked only when the right one does not know the
   * credentials: they look the same in both.
   */
  readonly otherApiUrl?: string;
}

type Typed = Pick<PaypalCredentials, "clientId" | "clientSecret">;

const nameOfMode = { test: "Sandbox", live: "Live" } as const;

/**
 * Signs in with the credentials of an app at PayPal, tries its rights, and makes the webhook. A
 * webhook of the same address is used again.
 */
export async function connectPaypal({
  apiUrl,
  otherApiUrl,
  fields,
  webhookUrl,
  mode,
}: PaypalConnectionRequest): Promise<Connection<PaypalCredentials>> {
  const typed = readPaypalFields(fields, mode);
  if ("fault" in typed) return typed;
  const client = clientOf(apiUrl, typed);
  const statuses = await Promise.all(triedCalls.map((call) => statusOf(client.request(call))));
  if (statuses.includes(401)) {
    const isOther =
      otherApiUrl !== undefined &&
      (await statusOf(clientOf(otherApiUrl, typed).request(webhookList))) === 200;
    return isOther ? otherModeFault(mode) : unknownFault(mode);
  }
  if (statuses.includes(403)) return lacksPaymentsFault;
  const failed = statuses.find((status) => ![200, 400, 404, 422].includes(status));
  if (failed !== undefined) return outageFault(failed, apiUrl);
  // Selling once works without an answer, so the account is connected, and asked again later.
  const plansFault = await paypalPlansFault(client).catch(() => undefined);
  const webhook = await makeWebhook(client, webhookUrl, apiUrl);
  if ("fault" in webhook) return webhook;
  return {
    credentials: { ...typed, webhookId: webhook.id ?? "" },
    label: `Client ID ending in ${endOf(typed.clientId)}`,
    webhookId: webhook.id,
    note: webhook.note,
    ...(plansFault !== undefined && { plansFault }),
  };
}

/** Removes the webhook of an account. False when it possibly still exists; never throws. */
export async function removePaypalWebhook(
  apiUrl: string,
  { webhookId, ...credentials }: PaypalCredentials,
): Promise<boolean> {
  const path = `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`;
  const status = await statusOf(clientOf(apiUrl, credentials).request({ method: "DELETE", path }));
  // 404: the webhook is gone already.
  return status === 200 || status === 404;
}

/** What was typed, or a fault that can be seen without a call. */
function readPaypalFields(
  fields: Readonly<Record<string, string>>,
  mode: PaymentMode,
): Typed | ConnectionFault {
  const clientId = pasted(fields.clientId);
  const clientSecret = pasted(fields.clientSecret);
  const source = `Copy it from the app at ${whereAppsAre}, with the switch at “${nameOfMode[mode]}”.`;
  const texts = [
    { field: "clientId", name: "client ID", text: clientId },
    { field: "clientSecret", name: "secret", text: clientSecret },
  ];
  for (const { field, name, text } of texts) {
    if (text === "") return { field, fault: `Paste the ${name}. ${source}` };
    if (isMasked(text)) {
      return {
        field,
        fault: `Part of this ${name} is hidden. Press “Show” beside it and copy it again.`,
      };
    }
    if (text.includes("@")) {
      const fault = `This is an email address, not the ${name} of an app. ${source}`;
      return { field, fault };
    }
    if (!/^[\w-]+$/.test(text)) {
      const fault = `A ${name} of PayPal has only letters, digits, - and _. ${source}`;
      return { field, fault };
    }
    if (/^([sr]k|pk)_(live|test)_/.test(text)) {
      return {
        field,
        fault: `This is a key of Stripe, not the ${name} of an app at PayPal. ${source}`,
      };
    }
  }
  if (clientId === clientSecret) {
    const fault =
      "This is the client ID again. Press “Show” beside the secret of the app and copy it.";
    return { field: "clientSecret", fault };
  }
  if (mode === "live" && isSandboxAccount("paypal", { clientId })) {
    const fault =
      "This client ID belongs to Furrow’s own sandbox, which only pretends to take money. Connect it in test mode.";
    return { field: "clientId", fault };
  }
  return { clientId, clientSecret };
}

const clientOf = (apiUrl: string, typed: Typed) =>
  createPaypalClient({ apiUrl, ...typed, clock: systemClock, mostTries: 1 });

const webhookList = { method: "GET", path: "/v1/notifications/webhooks" } as const;
const nothing = Buffer.from("{}");

/** The calls that Furrow makes. They change nothing at PayPal, because the ids do not exist. */
const triedCalls: readonly Parameters<PaypalClient["request"]>[0][] = [
  { method: "POST", path: "/v2/checkout/orders/FURROWTRIESTHERIGHT/capture", body: nothing },
  { method: "POST", path: "/v2/payments/captures/FURROWTRIESTHERIGHT/refund", body: nothing },
  webhookList,
];

const lacksPaymentsFault: ConnectionFault = {
  field: "clientId",
  fault: `This app may not take or refund payments. Tick “Accept payments” under Features of the app at ${whereAppsAre}, save, and connect again after some minutes.`,
};

function unknownFault(mode: PaymentMode): ConnectionFault {
  const fault = `PayPal does not know this client ID with this secret. Copy both again from one app at ${whereAppsAre}, with the switch at “${nameOfMode[mode]}”.`;
  return { field: "clientSecret", fault };
}

function otherModeFault(mode: PaymentMode): ConnectionFault {
  const fault =
    mode === "live"
      ? "These belong to an app in PayPal’s sandbox, where no money moves. Turn the switch at PayPal to “Live” and copy the client ID and the secret of the app there."
      : "These belong to a live app, with which customers pay real money. Turn the switch at PayPal to “Sandbox” and copy the client ID and the secret of the app there.";
  return { field: "clientId", fault };
}

function outageFault(status: number, apiUrl: string): ConnectionFault {
  const fault =
    status === 0
      ? `PayPal did not answer. Check that this server can connect to ${apiUrl}, then connect again.`
      : `PayPal answered ${status}, so the app could not be tried. Connect again in some minutes.`;
  return { field: "clientId", fault };
}

const listed = z.object({
  webhooks: z
    .array(
      z.object({
        id: z.string().min(1),
        url: z.string(),
        event_types: z.array(z.object({ name: z.string() })).default([]),
      }),
    )
    .default([]),
});
const created = z.object({ id: z.string().min(1) });

/** All events of the app. */
const everyEvent = [{ name: "*" }] as const;

interface MadeWebhook {
  /** Null when PayPal made none. */
  readonly id: string | null;
  readonly note: string | null;
}

async function makeWebhook(
  client: PaypalClient,
  url: string,
  apiUrl: string,
): Promise<MadeWebhook | ConnectionFault> {
  try {
    const { webhooks } = listed.parse(JSON.parse(String(await client.request(webhookList))));
    const former = webhooks.find((webhook) => webhook.url === url);
    if (former === undefined) {
      const body = Buffer.from(JSON.stringify({ url, event_types: everyEvent }));
      const answer = await client.request({ ...webhookList, method: "POST", body });
      return { id: created.parse(JSON.parse(String(answer))).id, note: null };
    }
    if (!former.event_types.some(({ name }) => name === "*")) {
      const change = [{ op: "replace", path: "/event_types", value: everyEvent }];
      const path = `${webhookList.path}/${encodeURIComponent(former.id)}`;
      await client.request({ method: "PATCH", path, body: Buffer.from(JSON.stringify(change)) });
    }
    return { id: former.id, note: null };
  } catch (error) {
    if (!(error instanceof PaypalRefusal)) return outageFault(0, apiUrl);
    if (error.issue === "WEBHOOK_NUMBER_LIMIT_EXCEEDED") {
      const fault =
        "This app has ten webhooks, as many as PayPal allows. Delete one that is no longer used from the app at PayPal, then connect again.";
      return { field: "clientId", fault };
    }
    if (error.status === 403) return lacksPaymentsFault;
    if (error.status === 400) return { id: null, note: unreachableNote(url) };
    return outageFault(error.status, apiUrl);
  }
}

function unreachableNote(url: string): string {
  return `PayPal cannot send news to ${url}, because it sends only to public addresses with https. Payments are confirmed when the customer comes back; refunds and disputes at PayPal are not heard. Connect again when the site has its public address.`;
}
