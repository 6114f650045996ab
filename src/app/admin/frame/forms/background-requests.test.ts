import { type DataStrategyResult, data, redirect } from "react-router";
import { expect, test } from "vitest";
import { answerFailedBackgroundRequests } from "./background-requests.ts";

const failures = {
  "a lost connection": new TypeError("Failed to fetch"),
  "an ended session": redirect("/login"),
  "a lost right": data(null, { status: 403 }),
  "an error of the server": data(null, { status: 500 }),
};

async function answerTo(path: string, answer: DataStrategyResult, method = "GET") {
  const request = new Request(`https://furrow.test${path}`, { method });
  const answers = await answerFailedBackgroundRequests({ request }, async () => ({ part: answer }));
  return answers.part;
}

for (const [failure, result] of Object.entries(failures)) {
  test(`${failure} leaves a background request without data, and the screen as it is`, async () => {
    const failed: DataStrategyResult = { type: "error", result };
    const noData = { type: "data", result: null };
    expect(await answerTo("/admin/draft-facts", failed, "POST")).toEqual(noData);
    expect(await answerTo("/admin/release-of/record1", failed)).toEqual(noData);
    expect(await answerTo("/admin/link-pages?sectionsOf=page1", failed)).toEqual(noData);
    expect(await answerTo("/admin/links-to?record=page1", failed)).toEqual(noData);
    expect(await answerTo("/admin/look/palettes?picture=logo", failed)).toEqual(noData);
    expect(await answerTo("/admin/offers/new?find=zoe", failed)).toEqual(noData);
    expect(await answerTo("/admin/content", failed, "POST")).toBe(failed);
    expect(await answerTo("/pages", failed)).toBe(failed);
    expect(await answerTo("/admin/offers/new", failed)).toBe(failed);
  });
}

test("the data of a background request that succeeds arrives", async () => {
  const found: DataStrategyResult = { type: "data", result: { links: [] } };
  expect(await answerTo("/admin/links-to?record=page1", found)).toBe(found);
});
