import { expect, test } from "vitest";
import type { LinkActor } from "./actor.ts";
import { customerOfLink, type LinkRight, linkPurposes, mayByLink } from "./links.ts";
import {
  may,
  mayInCompany,
  mayInOwnCompany,
  mayInSomeRoom,
  type Right,
  requireRight,
  requireSignedIn,
} from "./rights.ts";

const order = { id: "order", companyId: "ada" };
const link = (purpose: LinkActor["purpose"], changes: Partial<LinkActor> = {}): LinkActor => ({
  kind: "link",
  purpose,
  orderId: "order",
  accountId: "ada",
  email: "ada@example.com",
  visitId: "visit",
  isProven: true,
  ...changes,
});

const rightsOfPurpose: Readonly<Record<LinkActor["purpose"], readonly LinkRight[]>> = {
  room: ["read the room", "read the delivery", "download files"],
  brief: ["answer the brief"],
  delivery: ["read the delivery", "accept the delivery"],
  payment: ["see the payment", "pay the order"],
  nextMonth: ["see the next month", "order the next month"],
  subscription: ["see the subscription", "cancel the subscription"],
  decline: ["decline the order"],
  invoice: ["see the invoices"],
};
const every = [...new Set(Object.values(rightsOfPurpose).flat())];

test.each(linkPurposes)("a link for %s gives its own rights and no others", (purpose) => {
  for (const right of every) {
    const isAllowed = rightsOfPurpose[purpose].includes(right);
    expect([right, mayByLink(link(purpose), right)]).toEqual([right, isAllowed]);
    const ask = () => customerOfLink(link(purpose), right, order);
    if (isAllowed) expect(ask()).toMatchObject({ kind: "customer", accountId: "ada" });
    else expect(ask).toThrow("This link does not open that");
  }
});

test("paying, ordering and accepting by a link need the code", () => {
  for (const purpose of linkPurposes) {
    const unproven = link(purpose, { isProven: false });
    for (const right of rightsOfPurpose[purpose]) {
      const needsCode = /^(pay|accept|order|cancel) /.test(right);
      expect([right, mayByLink(unproven, right)]).toEqual([right, !needsCode]);
      if (needsCode) expect(() => customerOfLink(unproven, right, order)).toThrow("Enter the code");
    }
  }
});

test("a link opens no other order, and opens nothing after its person has lost the right", () => {
  const ask = (changes: Partial<LinkActor>, of = order) =>
    customerOfLink(link("room", changes), "read the room", of);
  expect(() => ask({}, { ...order, id: "other" })).toThrow("no such order");
  expect(() => ask({}, { ...order, companyId: "moved" })).toThrow("no such order");
  const rights = { orders: false, payments: true, mayOrder: true, people: false };
  expect(() => ask({ company: { id: "ada", rights } })).toThrow("no such order");
  expect(() => ask({ company: { id: "another", rights } })).toThrow("no such order");
});

test("the holder of a link has only the rights of the link and of a visitor", () => {
  const general: readonly Right[] = ["place orders", "answer deliveries", "see every order"];
  for (const purpose of linkPurposes) {
    const holder = link(purpose);
    for (const right of general) {
      expect(may(holder, right)).toBe(false);
      expect(() => requireRight(holder, right)).toThrow("Log in");
    }
    expect(mayInCompany(holder, "orders", order)).toBe(false);
    expect(mayInOwnCompany(holder, "mayOrder")).toBe(false);
    expect(mayInSomeRoom(holder, "see order rooms")).toBe(false);
    expect(() => requireSignedIn(holder)).toThrow("Log in");
  }
});
