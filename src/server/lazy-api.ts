import { errorResponse } from "../api/error-response.ts";
import type { Services } from "../compose.ts";
import { newId } from "../platform/ids.ts";
import { loadOnce } from "../platform/load-once.ts";
import { isApiPath } from "./root-app.ts";

type Fetch = (request: Request, environment?: object) => Response | Promise<Response>;

/** Adds the REST interface to `root`; its first request loads it. */
export function withLazyApi(root: Fetch, services: Services): Fetch {
  const loadApp = loadOnce(async () => {
    const { createRootAppWithApi } = await import("./root-app-with-api.ts");
    return createRootAppWithApi(services);
  });
  return async (request, environment) => {
    if (!isApiPath(new URL(request.url).pathname)) return root(request, environment);
    try {
      const app = await loadApp();
      return await app.fetch(request, environment);
    } catch (error) {
      return errorResponse(error, newId(), services.log);
    }
  };
}
