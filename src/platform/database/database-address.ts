import { join, resolve } from "node:path";
import type { Configuration } from "../configuration.ts";
import type { DatabaseAddress } from "./database.ts";

export function databaseAddress({
  databaseUrl,
  dataDirectory,
}: Pick<Configuration, "databaseUrl" | "dataDirectory">): DatabaseAddress {
  return databaseUrl === undefined
    ? { engine: "sqlite", file: resolve(join(dataDirectory, "furrow.db")) }
    : { engine: "postgres", url: databaseUrl };
}
