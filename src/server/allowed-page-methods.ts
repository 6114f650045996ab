import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

/** Says of a page that refuses a method which ones it takes. */
export function allowedPageMethods(
  build: ServerBuild,
  routes: RouteObject[],
): (pathname: string) => string {
  return (pathname) => {
    const id = matchRoutes(routes, pathname)?.at(-1)?.route.id ?? "";
    const module = build.routes[id]?.module;
    const isPage = module?.loader !== undefined || module?.default !== undefined;
    const methods = [...(isPage ? ["GET", "HEAD"] : []), ...(module?.action ? ["POST"] : [])];
    return methods.join(", ");
  };
}
