import { errorResponse } from "../api/error-response.ts";
import type { Services } from "../compose.ts";
import { newId } from "../platform/ids.ts";
import { loadOnce } from "../platform/load-once.ts";
import { isBehind } from "./root-app.ts";

type Fetch = (request: Request, environment?: object) => Response | Promise<Response>;

/** What `front` does, and beside that the calls, which are loaded when the first one comes. */
export function withDoorsBehind(front: Fetch, services: Services): Fetch {
  const loadDoors = loadOnce(async () => {
    const { openDoors } = await import("./root-app-with-api.ts");
    return openDoors(services);
  });
  return async (request, environment) => {
    if (!isBehind(new URL(request.url).pathname)) return front(request, environment);
    try {
      const doors = await loadDoors();
      return await doors.fetch(request, environment);
    } catch (error) {
      return errorResponse(error, newId(), services.log);
    }
  };
}
