import { type Configuration, readConfiguration } from "./platform/configuration.ts";

/** The configuration from the environment, and from a `.env` file in the current folder. */
export function readSettings(): Configuration {
  try {
    process.loadEnvFile();
  } catch {
    // There need not be one.
  }
  return readConfiguration(process.env);
}
