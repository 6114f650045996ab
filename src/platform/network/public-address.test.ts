import { expect, test } from "vitest";
import { resolverWith } from "./public-address.ts";

const refusal = (code: string) => Object.assign(new Error("getaddrinfo"), { code });
const codeOf = (resolving: Promise<unknown>) =>
  resolving.then(
    () => "found",
    (error: { code: string }) => error.code,
  );

test("a name that is not found is told from a server that finds no name at all", async () => {
  const connected = resolverWith(async (name) => {
    if (name === "example.com") return ["93.184.215.14"];
    throw refusal("ENOTFOUND");
  });
  expect(await connected("example.com")).toEqual(["93.184.215.14"]);
  expect(await codeOf(connected("no-such.example"))).toBe("ENOTFOUND");
  const offline = resolverWith(async () => {
    throw refusal("ENOTFOUND");
  });
  expect(await codeOf(offline("furrow.example"))).toBe("EAI_AGAIN");
  const asked: string[] = [];
  const slow = resolverWith(async (name) => {
    asked.push(name);
    throw refusal("ETIMEOUT");
  });
  expect(await codeOf(slow("furrow.example"))).toBe("ETIMEOUT");
  expect(asked).toEqual(["furrow.example"]);
});
