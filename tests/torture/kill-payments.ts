import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "#platform/database/database.ts";
import type { ShopSettings } from "./payments-over.ts";
import { startShopProcess } from "./shop-process.ts";
import { type Message, openTorturedShop, type TorturedShop } from "./tortured-shop.ts";

export interface KilledPayments {
  /**
   * Notifications with response 200, including responses of a process that was then killed.
   */
  readonly acknowledged: number;
  /** Notifications whose effect was still pending at a kill, summed over all kills. */
  readonly interrupted: number;
  /** Notifications that processes applied before they were killed. */
  readonly applied: number;
  /** Messages about faults; empty if every acknowledged notification was applied exactly once. */
  readonly faults: readonly string[];
}

/**
 * Sends notifications to a process and kills the process at a random moment, several times with one
 * database. Then lets a process finish, and checks the result.
 */
export async function killPayments(
  address: DatabaseAddress,
  protocol: ShopSettings["protocol"],
  kills: number,
): Promise<KilledPayments> {
  const shop = await openTorturedShop(address, protocol);
  try {
    const sent: Message[] = [];
    const acknowledged = new Map<string, Message>();
    let interrupted = 0;
    for (let kill = 0; kill < kills; kill++) {
      const again = [...acknowledged.values()].slice(-1);
      const messages = [...(await shop.newMessages(3)), ...again];
      sent.push(...messages);
      await sendAndKill(shop.settings, messages, acknowledged, mostMsAt(kill));
      interrupted += await shop.countWaiting();
    }
    const applied = Math.max(0, acknowledged.size - (await shop.countWaiting()));
    const missed = sent.filter(({ orderId }) => !acknowledged.has(orderId));
    await letOneFinish(shop, missed);
    const waiting = await shop.countWaiting();
    return {
      acknowledged: acknowledged.size,
      interrupted,
      applied,
      faults: [
        ...(waiting > 0 ? [`${waiting} notifications still wait.`] : []),
        ...(await shop.faults(sent.map(({ orderId }) => orderId))),
      ],
    };
  } finally {
    await shop.close();
  }
}

/**
 * Tens of milliseconds pass between the first response and the last effect, even on a busy machine,
 * so a kill shortly after the first response hits pending effects. Every second process lives
 * longer, so that kills also hit the effects of a backlog and of a library that loads at first use.
 */
function mostMsAt(kill: number): number {
  return kill % 2 === 0 ? 40 : 800;
}

async function sendAndKill(
  settings: ShopSettings,
  messages: readonly Message[],
  acknowledged: Map<string, Message>,
  mostMs: number,
): Promise<void> {
  const process = await startShopProcess(settings);
  const sending = messages.map(async (message) => {
    const { body, headers } = message;
    const answer = await fetch(process.url, { method: "POST", headers, body }).catch(() => null);
    if (answer?.status === 200) acknowledged.set(message.orderId, message);
  });
  await Promise.race(sending);
  await sleep(Math.random() * mostMs);
  await process.kill();
  await Promise.all(sending);
}

/** Providers send what nobody acknowledged again, and book its money in any case. */
async function letOneFinish(shop: TorturedShop, missed: readonly Message[]): Promise<void> {
  const process = await startShopProcess(shop.settings);
  for (const { body, headers } of missed) {
    await fetch(process.url, { method: "POST", headers, body });
  }
  const deadline = Date.now() + 60_000;
  while ((await shop.countWaiting()) > 0 && Date.now() < deadline) await sleep(20);
  await process.kill();
}
