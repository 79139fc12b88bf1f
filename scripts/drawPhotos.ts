// Draws the photos of the demo's lots into dist/photos.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { photoFile, photoKeys } from "./demo/photoNames";
import { bikePhotoFile, bikePhotoKeys } from "./demo/bikes/bikePhotos";
import { drawBike } from "./photos/drawBike";
import { drawPhoto } from "./photos/drawPhoto";

const folder = "dist/photos";

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const key of bikePhotoKeys())
  writeFileSync(path.join(folder, bikePhotoFile(key)), drawBike(key));
for (const key of photoKeys())
  writeFileSync(path.join(folder, photoFile(key)), drawPhoto(key));
