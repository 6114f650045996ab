import type { RoomReading } from "../room-part.ts";
import { teamPeople } from "./team-people.server.ts";

/** The people of the team who work on the order or have written in its room; the assignee first. */
export const customerTeam = {
  read: async ({ services, order: { assigneeId }, conversation }: RoomReading) => {
    const [personOf, { messages }] = await Promise.all([teamPeople(services), conversation()]);
    const writers = messages.flatMap(({ side, accountId }) => (side === "team" ? accountId : []));
    const assignee = assigneeId === null ? null : personOf(assigneeId);
    const others = writers.map(personOf).filter(({ name }) => name !== assignee?.name);
    const named = new Map(others.map((person) => [person.name, person]));
    return { assignee, others: [...named.values()] };
  },
};
