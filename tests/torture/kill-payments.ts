import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "../../src/platform/database/database.ts";
import type { ShopSettings } from "./payments-over.ts";
import { startShopProcess } from "./shop-process.ts";
import { type Message, openTorturedShop, type TorturedShop } from "./tortured-shop.ts";

export interface KilledPayments {
  /** Notifications that were answered with 200, some of them by a process that died at once. */
  readonly acknowledged: number;
  /** How many waited for their effect when the process was killed, all kills together. */
  readonly interrupted: number;
  /** Each fault as a sentence; none when every acknowledged one was applied exactly once. */
  readonly faults: readonly string[];
}

/**
 * Kills the process that takes notifications at a random moment after it was sent some, again and
 * again over one migrated database, then lets one live until all is done and looks at what came of
 * it.
 */
export async function killPayments(
  address: DatabaseAddress,
  protocol: ShopSettings["protocol"],
  kills: number,
): Promise<KilledPayments> {
  const shop = await openTorturedShop(address, protocol);
  try {
    const acknowledged = new Map<string, Message>();
    let interrupted = 0;
    for (let kill = 0; kill < kills; kill++) {
      const messages = [...(await shop.newMessages(3)), ...[...acknowledged.values()].slice(-1)];
      await sendAndKill(shop.settings, messages, acknowledged);
      interrupted += await shop.countWaiting();
    }
    await letOneFinish(shop);
    const waiting = await shop.countWaiting();
    return {
      acknowledged: acknowledged.size,
      interrupted,
      faults: [
        ...(waiting > 0 ? [`${waiting} notifications still wait.`] : []),
        ...(await shop.faults([...acknowledged.keys()])),
      ],
    };
  } finally {
    await shop.close();
  }
}

async function sendAndKill(
  settings: ShopSettings,
  messages: readonly Message[],
  acknowledged: Map<string, Message>,
): Promise<void> {
  const process = await startShopProcess(settings);
  const sending = messages.map(async (message) => {
    const { body, headers } = message;
    const answer = await fetch(process.url, { method: "POST", headers, body }).catch(() => null);
    if (answer?.status === 200) acknowledged.set(message.orderId, message);
  });
  // Between the first answer and the last effect lie some tens of milliseconds.
  await Promise.race([Promise.all(sending), sleep(200)]);
  await sleep(Math.random() * 40);
  await process.kill();
  await Promise.all(sending);
}

async function letOneFinish(shop: TorturedShop): Promise<void> {
  const process = await startShopProcess(shop.settings);
  const deadline = Date.now() + 60_000;
  while ((await shop.countWaiting()) > 0 && Date.now() < deadline) await sleep(20);
  await process.kill();
}
