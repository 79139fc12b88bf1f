import type { AreaModule } from "../workspace/area";
import { demoExtraPhotos } from "./photoNames";
import { demoPhotoFile, registerPhotos } from "./photoRoutes";
import { demoSheet } from "./sheet/demoSheet";

/** The demo's photos and sheets; server/program.ts starts its imports. */
export const demo: AreaModule = {
  name: "demo",
  calls: ["/photos/*"],
  open: (host) => ({
    ports: {
      sheetOf: demoSheet,
      drawnPhotosOf: demoExtraPhotos,
      photoFileOf: (address) => demoPhotoFile(host.root, address),
    },
    routes: (api) => registerPhotos(api, host),
  }),
};
