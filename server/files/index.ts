import { sql } from "kysely";
import type { AreaModule } from "../workspace/area";
import { tableSource } from "../workspace/listing";
import { brokenUploadDays } from "./fileQueries";
import { migrations } from "./migrations";
import { openStorage } from "./openStorage";
import type { PhotoPorts } from "./photos/archive";
import { registerPhotoDownloads } from "./photos/routes";
import { previewTags, registerPreviews } from "./previews/routes";
import { registerFiles } from "./routes";
import {
  createSheetTranslator,
  registerTranslations,
} from "./translations/routes";
import { translationKey } from "./translations/translationQueries";
import { translateSheetsJob } from "./translations/translateSheetsJob";

export { openStorage, temporaryFolder } from "./openStorage";
export { brokenUploadDays, storedKeys, uploadedKeys } from "./fileQueries";
export { warnOfOwnFolder } from "./openStorage";

declare module "../workspace/area" {
  interface Ports {
    photoFileOf: PhotoPorts["photoFileOf"];
  }
}

/** The files that users have uploaded. The access rule of the list guards them. */
const fileSource = tableSource({
  row: "file",
  table: "files",
  columns: { name: "name", type: "type", size: "size", storedAt: "stored_at" },
  fields: {
    owner: {
      kind: "expression",
      expression: sql<string | null>`(
        select email from users where users.id = files.owner_id)`,
    },
  },
  rows: sql<boolean>`files.stored_at is not null`,
});

/** Uploads, archives of photos, preview images and translated sheets. */
export const files: AreaModule = {
  name: "files",
  migrations,
  calls: [
    "/bike-stats/download-images",
    "/bikes/download-images",
    "/files",
    "/files/*",
    "/photo-archive",
    "/purchased-cars/download-images",
    "/record-files",
    "/record-files/*",
  ],
  sources: [fileSource],
  asks: ["photoFileOf"],
  retention: () => [
    {
      table: "files",
      since: "started_at",
      days: brokenUploadDays,
      where: sql`stored_at is null`,
      file: sql.ref("key"),
    },
    {
      table: "sheet_translations",
      since: "due_at",
      days: 90,
      where: sql`state <> 'waiting'`,
      file: translationKey,
    },
  ],
  open: (host) => {
    const { catalog } = host.ports;
    return {
      ports: { sheetTranslator: createSheetTranslator(host) },
      jobs: [translateSheetsJob(host)],
      pageTags: (request) => previewTags(host, request),
      routes: async (api) => {
        registerPreviews(api, { ...host, storage: openStorage(host.config) });
        registerPhotoDownloads(api, host);
        registerTranslations(api, catalog, host);
        await registerFiles(api, host);
      },
    };
  },
};
