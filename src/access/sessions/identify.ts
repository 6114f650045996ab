import type { Actor } from "../../policy/actor.ts";
import { type ActorDependencies, currentActor } from "./current-actor.ts";
import { clientAddressHeader } from "./session-cookie.ts";

/** Who is behind a request. */
export interface Identity {
  /** Asks the database at the first call, and only then. */
  readonly actor: () => Promise<Actor>;
  /** What sign-in sees of the request: its headers, and the client's address for its limits. */
  readonly signInHeaders: () => Headers;
}

export function identify(
  dependencies: ActorDependencies,
  request: Request,
  clientAddress: string,
): Identity {
  let actor: Promise<Actor> | undefined;
  return {
    actor: () => {
      actor ??= currentActor(dependencies, request.headers);
      return actor;
    },
    signInHeaders: () => {
      const headers = new Headers(request.headers);
      headers.set(clientAddressHeader, clientAddress);
      return headers;
    },
  };
}
