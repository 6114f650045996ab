import { expect, test } from "vitest";
import { isWallTime, meantTime, wallTimeOf } from "./wall-time.ts";

const berlin = "Europe/Berlin";
const utc = (text: string) => Date.parse(`${text}Z`);

test("A wall time means one instant on most days", () => {
  expect(meantTime("2026-11-20T09:00", berlin)).toEqual({
    kind: "once",
    at: utc("2026-11-20T08:00"),
  });
  expect(meantTime("2026-07-01T00:15", "America/New_York")).toEqual({
    kind: "once",
    at: utc("2026-07-01T04:15"),
  });
  expect(meantTime("2026-07-01T12:00", "UTC")).toEqual({
    kind: "once",
    at: utc("2026-07-01T12:00"),
  });
});

test("A time that does not exist counts from the hour before", () => {
  expect(meantTime("2027-03-28T02:30", berlin)).toEqual({
    kind: "skipped",
    at: utc("2027-03-28T01:30"),
    shown: "2027-03-28T03:30",
  });
  expect(meantTime("2027-03-28T03:00", berlin)).toMatchObject({ kind: "once" });
  // On Lord Howe Island, clocks are set forward by half an hour.
  expect(meantTime("2026-10-04T02:15", "Australia/Lord_Howe")).toMatchObject({
    kind: "skipped",
    shown: "2026-10-04T02:45",
  });
  // Samoa left out 30 December 2011.
  expect(meantTime("2011-12-30T10:00", "Pacific/Apia")).toMatchObject({
    kind: "skipped",
    shown: "2011-12-31T10:00",
  });
});

test("A time that comes twice has a later instant", () => {
  expect(meantTime("2026-10-25T02:30", berlin)).toEqual({
    kind: "twice",
    at: utc("2026-10-25T00:30"),
    later: utc("2026-10-25T01:30"),
  });
  expect(meantTime("2026-10-25T03:00", berlin)).toMatchObject({ kind: "once" });
});

test("Every instant of two years is found again by its wall time", () => {
  for (const zone of [berlin, "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu"]) {
    for (let at = utc("2026-01-01T00:00"); at < utc("2028-01-01T00:00"); at += 307 * 60_000) {
      const meant = meantTime(wallTimeOf(at, zone), zone);
      expect(meant.kind === "twice" ? [meant.at, meant.later] : [meant.at]).toContain(at);
    }
  }
});

test("Only whole times of days that exist are wall times", () => {
  expect(isWallTime("2026-02-28T23:59")).toBe(true);
  for (const text of [
    "",
    "2026-02-30T10:00",
    "2026-13-01T10:00",
    "2026-02-01T24:00",
    "2026-02-01 10:00",
    "2026-02-01T10:00:00",
    "tomorrow",
  ]) {
    expect(isWallTime(text), text).toBe(false);
  }
});
