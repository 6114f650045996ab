import type { Clock } from "../../platform/time/clock.ts";

/** Asked for anew so long before it ends, so that it does not end on its way. */
const spareMs = 60_000;

interface FreshToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

export interface AccessToken {
  /** The one that is valid now; everybody who asks at the same time waits for the same call. */
  get(): Promise<string>;
  /** For a token that the provider refused although it should be valid. */
  forget(token: string): void;
}

/** Keeps an access token for as long as it is valid, in this process's memory and nowhere else. */
export function createAccessToken(
  fetchToken: () => Promise<FreshToken>,
  clock: Clock,
): AccessToken {
  let current: { readonly token: string; readonly until: number } | undefined;
  let fetching: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const { token, expiresInSeconds } = await fetchToken();
    current = { token, until: clock() + expiresInSeconds * 1000 - spareMs };
    return token;
  }

  return {
    async get() {
      if (current !== undefined && clock() < current.until) return current.token;
      fetching ??= renew().finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
    forget(token) {
      if (current?.token === token) current = undefined;
    },
  };
}
