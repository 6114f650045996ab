// Vitest loads this file before each test file.
import { afterAll, expect } from "vitest";
import "./servers/end-with-runner.ts";
import { reportTimes } from "./times.ts";

afterAll(() => reportTimes(expect.getState().testPath ?? ""));
