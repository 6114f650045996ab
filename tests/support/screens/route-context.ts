import { contextWith } from "#app/app-context.server.ts";
import type { TestSite } from "../servers/site.ts";

/** What the server gives a loader or an action with a request, whose cookie names the actor. */
export function routeContext({ services }: TestSite, request: Request) {
  return contextWith({
    ...services.identify(request, "127.0.0.1"),
    services,
    facts: { requestId: "request", clientAddress: "127.0.0.1" },
    nonce: "",
    noteRoute: () => {},
    address: null,
    nextPageRules: null,
    look: undefined,
    outage: null,
  });
}
