import type { AreaModule } from "../workspace/area";
import { readDemoText, type DemoSheets } from "./demoData";
import { demoSheet } from "./demoSheet";
import { demoExtraPhotos, demoPhotoFile, registerPhotos } from "./photos";

/** The demo's photos and sheets; server/program.ts starts its jobs. */
export const demo: AreaModule = {
  name: "demo",
  calls: ["/photos/*"],
  open: (host) => {
    let sheets: DemoSheets | undefined;
    const readSheets = () => (sheets ??= readDemoText(host.root, "sheets"));
    return {
      ports: {
        sheetOf: (stored) => demoSheet(stored, readSheets),
        drawnPhotosOf: demoExtraPhotos,
        photoFileOf: (address) => demoPhotoFile(host.root, address),
      },
      routes: (api) => registerPhotos(api, host),
    };
  },
};
