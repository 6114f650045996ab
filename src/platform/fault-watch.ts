import type { LogEvent } from "kysely";
import { type DatabaseFault, faultOf, outageOf } from "./database-faults.ts";

/** Tells of faults, and puts those that pass by themselves into words. */
export class FaultWatch {
  readonly #listeners: ((fault: DatabaseFault) => void)[] = [];
  isFull = false;

  add(listener: (fault: DatabaseFault) => void): void {
    this.#listeners.push(listener);
  }

  readonly log = (event: LogEvent): void => {
    if (event.level !== "error") return;
    for (const listener of this.#listeners) listener(faultOf(event.error));
  };

  async watch<T>(writing: Promise<T>): Promise<T> {
    try {
      const value = await writing;
      this.isFull = false;
      return value;
    } catch (error) {
      const outage = outageOf(error);
      if (outage === null) throw error;
      if (faultOf(error) === "full") this.isFull = true;
      throw outage;
    }
  }
}
