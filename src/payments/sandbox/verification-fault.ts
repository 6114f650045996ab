import { setTimeout as pause } from "node:timers/promises";

export type VerificationFault = "invalid" | "garbage" | "redirect" | "error" | "silence";

const lastsMs = 3000;
const silentMs = 60_000;

/**
 * Text in a signed notification that tells each process of the sandbox how the verification fails,
 * and until when. The fault "invalid" never ends.
 */
export function faultMark(fault: VerificationFault): string {
  return `${fault}.${Date.now() + lastsMs}`;
}

/**
 * The wrong response to the verification of a notification with this mark; undefined once the fault
 * is over.
 */
export async function faultyAnswer(
  mark: string | undefined,
  hungUp: AbortSignal,
): Promise<Response | "invalid" | undefined> {
  const [fault, until] = mark?.split(".") ?? [];
  if (fault === "invalid") return "invalid";
  if (Date.now() >= Number(until)) return undefined;
  switch (fault) {
    case "garbage":
      return new Response("<html><body>Be back soon</body></html>");
    case "redirect":
      return new Response(null, { status: 302, headers: { location: "/" } });
    case "error":
      return new Response("Internal error", { status: 500 });
    case "silence":
      // Because of `ref: false`, a stop of the server does not wait for this pause.
      await pause(silentMs, undefined, { signal: hungUp, ref: false }).catch(() => {});
      return new Response(null, { status: 504 });
    default:
      return undefined;
  }
}
