import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "#platform/database/database.ts";
import { startRoomProcess } from "./shop-process.ts";
import {
  type Action,
  openTorturedRoom,
  type RoomRequest,
  type TorturedRoom,
} from "./tortured-room.ts";

export interface KilledRoom {
  readonly acknowledged: number;
  /** Numbers of requests, emails of the mailbox and jobs that kills have interrupted. */
  readonly interrupted: Readonly<Record<Action | "mailbox" | "job", number>>;
  /** Messages about faults; empty if everything has happened exactly once. */
  readonly faults: readonly string[];
}

const mostMs = 120;
/**
 * Moments of kills, each used for every third kill: at a random time after the start, after a
 * random number of responses, or between storing an email of the mailbox and marking it as seen.
 */
const moments = ["delay", "responses", "marking"] as const;

/**
 * Sends messages with files, deliveries and emails to a process that also reads a mailbox and runs
 * scheduled jobs, and kills the process at a random moment, several times with one database. Sends
 * the next process the requests that got no response, as a person does who reloads the page, and
 * repeats the last acknowledged requests. Then lets a process finish, and checks the result.
 */
export async function killRoom(address: DatabaseAddress, kills: number): Promise<KilledRoom> {
  const room = await openTorturedRoom(address);
  const acknowledged: RoomRequest[] = [];
  const faults: string[] = [];
  const interrupted = { upload: 0, delivery: 0, email: 0, mailbox: 0, job: 0 };
  let open: readonly RoomRequest[] = [];
  try {
    for (let kill = 0; kill < kills; kill++) {
      const repeated = acknowledged.slice(-2);
      const requests = [...open, ...(await room.newRequests()), ...repeated];
      await room.makeDue();
      const process = await startRoomProcess(room.settings);
      const moment = moments[kill % moments.length] ?? "delay";
      const left = await sendAndKill(room, process, { requests, moment, faults });
      for (const { action } of left) interrupted[action] += 1;
      interrupted.mailbox += await room.countUnmarkedEmails();
      interrupted.job += await room.countBegunJobs();
      acknowledged.push(...requests.filter((request) => !left.includes(request)));
      open = left.filter((request) => !acknowledged.includes(request));
    }
    acknowledged.push(...(await letOneFinish(room, open, faults)));
    const sent = [...new Set(acknowledged)];
    return {
      acknowledged: sent.length,
      interrupted,
      faults: [...faults, ...(await room.faults(sent))],
    };
  } finally {
    await room.close();
  }
}

type RoomProcess = Awaited<ReturnType<typeof startRoomProcess>>;
type Response = "done" | "none" | { readonly fault: string };

interface Round {
  readonly requests: readonly RoomRequest[];
  readonly moment: (typeof moments)[number];
  readonly faults: string[];
}

/** Returns the requests without a response. */
async function sendAndKill(
  { mailbox }: TorturedRoom,
  process: RoomProcess,
  { requests, moment, faults }: Round,
): Promise<readonly RoomRequest[]> {
  const left: RoomRequest[] = [];
  const { promise: answeredEnough, resolve: enough } = Promise.withResolvers<void>();
  const { promise: marking, resolve: marks } = Promise.withResolvers<void>();
  if (moment === "marking") {
    mailbox.onStore = () => {
      marks();
      return "die";
    };
  }
  let answersLeft = Math.ceil(Math.random() * requests.length);
  const sending = requests.map(async (request) => {
    const response = await send(process, request);
    if (response === "none") left.push(request);
    else if (response !== "done") faults.push(response.fault);
    answersLeft -= 1;
    if (answersLeft === 0) enough();
  });
  if (moment === "responses") await answeredEnough;
  if (moment === "marking") await marking;
  else await sleep(Math.random() * mostMs);
  await process.kill();
  mailbox.onStore = () => null;
  await Promise.all(sending);
  return left;
}

/** Returns "none" if the process died before it had sent the whole response. */
async function send({ url }: RoomProcess, request: RoomRequest): Promise<Response> {
  const { path, type } = request;
  const headers = { "content-type": type };
  const body = new Uint8Array(request.body);
  try {
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body });
    const text = await response.text();
    return response.status === 200 ? "done" : { fault: `${path} was answered: ${text}` };
  } catch {
    return "none";
  }
}

async function letOneFinish(
  room: TorturedRoom,
  open: readonly RoomRequest[],
  faults: string[],
): Promise<readonly RoomRequest[]> {
  const process = await startRoomProcess(room.settings);
  for (const request of open) {
    const response = await send(process, request);
    if (response !== "done") faults.push(`${request.path} failed without a kill.`);
  }
  const deadline = Date.now() + 120_000;
  const isDone = async () =>
    (await room.countJobs()) === 0 && room.mailbox.emails.every(({ isSeen }) => isSeen);
  while (!(await isDone()) && Date.now() < deadline) {
    await room.makeDue();
    await sleep(20);
  }
  await process.kill();
  const jobs = await room.countJobs();
  if (jobs > 0) faults.push(`${jobs} jobs still wait.`);
  return open;
}
