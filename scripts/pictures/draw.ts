import { mkdir } from "node:fs/promises";
import { writeBrandFiles } from "./brand/brand-files.ts";
import { type ExportedPicture, exportPicture, picturesFolder } from "./export-picture.ts";
import { pictures } from "./pictures.ts";
import { writePlants } from "./plants/write-plants.ts";
import { writeBuiltInPictures } from "./write-built-in-pictures.ts";

await mkdir(picturesFolder, { recursive: true });
await writeBrandFiles();
await writePlants();
const exported: ExportedPicture[] = [];
for (const picture of pictures) exported.push(await exportPicture(picture));
await writeBuiltInPictures(exported);
