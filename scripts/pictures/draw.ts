import { mkdir, writeFile } from "node:fs/promises";
import { writeBrandFiles } from "./brand/brand-files.ts";
import { shareCard } from "./brand/share-card.ts";
import { type ExportedPicture, exportPicture, picturesFolder } from "./export-picture.ts";
import { pictures } from "./pictures.ts";
import { writeBuiltInPictures } from "./write-built-in-pictures.ts";

await mkdir(picturesFolder, { recursive: true });
await writeBrandFiles();
await writeFile(new URL("share-card.png", picturesFolder), await shareCard());
const exported: ExportedPicture[] = [];
for (const picture of pictures) exported.push(await exportPicture(picture));
await writeBuiltInPictures(exported);
