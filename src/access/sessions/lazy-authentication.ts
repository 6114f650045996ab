import { loadOnce } from "../../platform/load-once.ts";
import type { AuthenticationOptions, createAuthentication } from "./authentication.server.ts";
import { prepareAccountTables } from "./authentication-tables.server.ts";

type Library = ReturnType<typeof createAuthentication>;

/** The part of better-auth that we use. */
export interface Authentication {
  handler(request: Request): Promise<Response>;
  readonly api: {
    getSession(asked: {
      readonly headers: Headers;
      readonly query?: { readonly disableRefresh: boolean };
    }): Promise<Awaited<ReturnType<Library["api"]["getSession"]>>>;
  };
  readonly $context: Library["$context"];
}

/**
 * Accounts and sessions on up-to-date tables. The library is a third of the program, so it is
 * loaded when the first account signs in or is signed in.
 */
export async function openAuthentication(options: AuthenticationOptions): Promise<Authentication> {
  await prepareAccountTables(options.database);
  const load = loadOnce(async () => {
    const library = await import("./authentication.server.ts");
    return library.createAuthentication(options);
  });
  return {
    handler: async (request) => (await load()).handler(request),
    api: { getSession: async (asked) => (await load()).api.getSession(asked) },
    get $context() {
      return load().then(({ $context }) => $context);
    },
  };
}
