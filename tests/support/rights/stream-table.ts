/** Actors that request an event stream about the order of "customer". */
export const streamActors = [
  "visitor",
  "holder of a link",
  "customer",
  "colleague with orders",
  "colleague with payments",
  "removed colleague",
  "another customer",
  "Admin",
  "Manager",
  "Worker",
  "assigned Worker",
  "Writer",
  "Editor",
  "Accountant",
] as const;
export type StreamActor = (typeof streamActors)[number];

/** Status of each event stream for each actor. The test fails for a stream without a line. */
export const streamTable: Readonly<Record<string, Readonly<Record<StreamActor, number>>>> = {
  "/api/order/{id}/changes": {
    visitor: 401,
    // The page of a link without a login has no event stream.
    "holder of a link": 401,
    customer: 200,
    "colleague with orders": 200,
    "colleague with payments": 404,
    "removed colleague": 404,
    "another customer": 404,
    Admin: 200,
    Manager: 200,
    Worker: 404,
    "assigned Worker": 200,
    Writer: 404,
    Editor: 404,
    Accountant: 404,
  },
};
