import { writeFile } from "node:fs/promises";
import { sunflower } from "./sunflower.ts";
import { wheatSheaf } from "./wheat-sheaf.ts";

const folder = new URL("../../../src/app/ui/plants/", import.meta.url);

/** The plants that stand below the first screen: as files, they weigh nothing there. */
export async function writePlants(): Promise<void> {
  await writeFile(new URL("wheat-sheaf.svg", folder), wheatSheaf());
  await writeFile(new URL("sunflower.svg", folder), sunflower());
}
