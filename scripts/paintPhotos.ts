// Paints the photos of the demo's lots into dist/photos.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bikePhotoKeys } from "./demo/bikes/bikePhotos";
import { paintPhoto } from "./demo/paintPhoto";
import { photoFile, photoKeys } from "./demo/photoNames";

const folder = "dist/photos";

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const key of [...photoKeys(), ...bikePhotoKeys()])
  writeFileSync(path.join(folder, photoFile(key)), paintPhoto(key));
