import { expect, test } from "vitest";
import { orderStages } from "#stages/order-stage.ts";
import { boardColumns, moveBetween, moveLabels, nextColumn } from "./board-columns.ts";

const names = boardColumns.map(({ name }) => name);

test("the board has a column for each stage but cancelled", () => {
  expect(names.toSorted()).toEqual(orderStages.filter((stage) => stage !== "cancelled").toSorted());
});

test("a card can only be moved where a person decides: into the work and into the review", () => {
  const moves = names.flatMap((from) =>
    names.flatMap((to) => {
      const move = moveBetween(from, to);
      return move === null ? [] : [`${from} to ${to}: ${move}`];
    }),
  );
  expect(moves).toEqual([
    "awaiting-brief to in-review: deliver",
    "ready to in-work: start",
    "ready to in-review: deliver",
    "in-work to in-review: deliver",
    "waiting-for-customer to in-review: deliver",
    "in-review to in-work: reopen",
    "accepted to in-work: reopen",
  ]);
});

test("each button of a card makes a possible move, and an unpaid order has no button", () => {
  for (const name of names) {
    const to = nextColumn[name];
    if (to === undefined) expect(name).toBe("unpaid");
    else expect(moveLabels[moveBetween(name, to) ?? "start"]).toBeTruthy();
    expect(to === undefined || moveBetween(name, to) !== null).toBe(true);
  }
});
