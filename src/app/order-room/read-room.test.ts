import { expect, test } from "vitest";
import type { Services } from "#compose.ts";
import type { Order } from "#orders/order.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { readRoom } from "./read-room.server.ts";
import { assigneeParts, customerParts, payerParts, teamParts } from "./room-parts.server.ts";

test("the parts of a room are read at the same time, after its state", async () => {
  const began: string[] = [];
  const services = {
    roomChanges: {
      stateOf: async () => {
        await Promise.resolve();
        began.push("state");
        return "7";
      },
    },
  } as unknown as Services;
  const bothBegan = Promise.withResolvers<void>();
  const partOf = (name: string) => ({
    read: async () => {
      began.push(name);
      if (began.length === 3) bothBegan.resolve();
      await bothBegan.promise;
      return name.toUpperCase();
    },
  });
  const room = await readRoom(services, {} as SignedInActor, { id: "1" } as Order, {
    parts: { files: partOf("files"), website: partOf("website") },
    side: "team",
    reader: { timeZone: "UTC" },
    request: new Request("https://example.com"),
  });
  expect(room).toEqual({ files: "FILES", website: "WEBSITE", state: "7" });
  expect(began).toEqual(["state", "files", "website"]);
});

test("each reader of a room has a list of parts", () => {
  const idsOf = (parts: object) => Object.keys(parts).sort();
  const ofRoom = ["brief", "clock", "deliveries", "files", "messages", "passwords", "website"];
  expect(idsOf(assigneeParts)).toEqual([...ofRoom, "order"].sort());
  expect(idsOf(payerParts)).toEqual([
    "access",
    "invoices",
    "moneyBack",
    "nextMonth",
    "nextStep",
    "order",
    "payment",
    "testimonial",
    "timeline",
  ]);
  expect(idsOf(customerParts)).toEqual(
    [...ofRoom, ...idsOf(payerParts), "months", "searches", "team"].sort(),
  );
  const inPanel = ["account", "assignment", "emails", "money", "reviews"];
  const shared = ["access", "invoices", "moneyBack", "nextMonth", "testimonial", "timeline"];
  expect(idsOf(teamParts)).toEqual([...idsOf(assigneeParts), ...inPanel, ...shared].sort());
});
