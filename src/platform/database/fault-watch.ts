import type { LogEvent } from "kysely";
import { type DatabaseFault, damagedDatabase, faultOf, outageOf } from "./database-faults.ts";

/** Tells of faults, and puts those that pass by themselves into words. */
export class FaultWatch {
  readonly #listeners: ((fault: DatabaseFault) => void)[] = [];
  isFull = false;
  isDamaged = false;

  add(listener: (fault: DatabaseFault) => void): void {
    this.#listeners.push(listener);
  }

  readonly log = (event: LogEvent): void => {
    if (event.level !== "error") return;
    this.#tell(faultOf(event.error));
  };

  #tell(fault: DatabaseFault): void {
    if (fault === "damaged") this.isDamaged = true;
    for (const listener of this.#listeners) listener(fault);
  }

  markDamaged(): void {
    this.#tell("damaged");
  }

  async watch<T>(write: () => Promise<T>): Promise<T> {
    // What a damaged file takes may be gone with it, and may damage more.
    if (this.isDamaged) throw damagedDatabase();
    try {
      const value = await write();
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
