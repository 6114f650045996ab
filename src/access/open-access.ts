import { loadOnce } from "../platform/load-once.ts";
import type { WayIn } from "../policy/ways-in.ts";
import { ensureFirstAdmin, type FirstAdminDependencies } from "./admins/first-admin.ts";
import type {
  AuthenticationOptions,
  createAuthentication,
} from "./sessions/authentication.server.ts";
import { prepareAccountTables } from "./sessions/authentication-tables.server.ts";
import { createPasswordHashes, type HashCost } from "./sessions/password-hashes.ts";
import type { AccessDependencies } from "./sessions/sign-in.ts";

type Library = ReturnType<typeof createAuthentication>;

export interface Authentication {
  /**
   * Answers requests to better-auth's own routes. Logs an unexpected error and answers with status
   * 500.
   */
  handler(request: Request): Promise<Response>;
  readonly api: {
    getSession(asked: {
      readonly headers: Headers;
      readonly query?: { readonly disableRefresh: boolean };
    }): Promise<Awaited<ReturnType<Library["api"]["getSession"]>>>;
    /** The account whose password was right and whose code is missing; null without one. */
    accountInSecondStep(asked: { readonly headers: Headers }): Promise<string | null>;
  };
  readonly $context: Library["$context"];
}

/**
 * Creates or migrates better-auth's tables. Loads better-auth itself on first use, because the
 * library is a third of the program.
 */
export async function openAuthentication(options: AuthenticationOptions): Promise<Authentication> {
  await prepareAccountTables(options.database);
  const load = loadOnce(async () => {
    const library = await import("./sessions/authentication.server.ts");
    return library.createAuthentication(options);
  });
  return {
    handler: async (request) => {
      const library = await load();
      try {
        return await library.handler(request);
      } catch (err) {
        options.log.error({ err }, "sign-in failed unexpectedly");
        return new Response(null, { status: 500 });
      }
    },
    api: {
      getSession: async (asked) => (await load()).api.getSession(asked),
      accountInSecondStep: async (asked) => (await load()).api.accountInSecondStep(asked),
    },
    get $context() {
      return load().then(({ $context }) => $context);
    },
  };
}

interface OpenOptions extends Omit<AuthenticationOptions, "passwords"> {
  readonly waysIn: readonly WayIn[];
  readonly hashCost?: HashCost | undefined;
}

interface Access {
  readonly access: AccessDependencies;
  readonly firstAdmin: FirstAdminDependencies;
}

/** Opens sign-in, sessions and accounts, and creates the first admin from the configuration. */
export async function openAccess({ hashCost, ...options }: OpenOptions): Promise<Access> {
  const { database, configuration, secret, post, waysIn } = options;
  const { publicUrl, passwordMinLength } = configuration;
  const passwords = createPasswordHashes(hashCost);
  const authentication = await openAuthentication({ ...options, passwords });
  const { clock } = post;
  const firstAdmin = {
    authentication,
    database,
    clock,
    secret,
    passwordMinLength,
    waysIn,
  };
  if (configuration.firstAdmin !== undefined) {
    await ensureFirstAdmin(firstAdmin, configuration.firstAdmin);
  }
  const access = {
    authentication,
    database,
    post,
    passwords,
    publicUrl,
    passwordMinLength,
    waysIn,
  };
  return { access, firstAdmin };
}
