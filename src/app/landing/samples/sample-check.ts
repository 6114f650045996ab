import type { CheckView } from "#app/check/check-view.server.ts";
import view from "./sample-check.json" with { type: "json" };

/** The result of the engine for the website of Harbour House. `samples.test.ts` writes the file. */
export const sampleCheck = view as CheckView;

export const sampleCheckDate = "Sep 28, 2026";
