/** What the server knows of a request before anything has looked into it. */
export interface RequestFacts {
  /** Stands in the log and in error answers, so that one can be found by the other. */
  readonly requestId: string;
  readonly clientAddress: string;
}

export interface HttpVariables {
  Variables: {
    facts: RequestFacts;
    /** The route's pattern, where Hono does not know it; see `routeOf`. */
    route?: string;
    /** The path that was asked for, where the request was handed to that of a route. */
    address?: string;
  };
}
