import path from "node:path";
import { tmpdir } from "node:os";
import { folderStorage, s3Storage, type Storage } from "../platform/storage";
import type { Context } from "../workspace/context";

type Config = Context["config"];

/** Returns the storage of files: the data directory, if no other place is set. */
export function openStorage(config: Config): Storage {
  const { filesUrl, filesRegion, filesKeyId, filesSecret } = config;
  return filesUrl === ""
    ? folderStorage(folderOf(config))
    : s3Storage({
        url: filesUrl,
        region: filesRegion,
        keyId: filesKeyId,
        secret: filesSecret,
      });
}

/** Returns the folder that ends with a program without a data directory, or null. */
export const temporaryFolder = (config: Config): string | null =>
  config.filesUrl === "" &&
  config.filesDirectory === "" &&
  config.dataDirectory === ":memory:"
    ? folderOf(config)
    : null;

function folderOf({ filesDirectory, dataDirectory }: Config): string {
  if (filesDirectory !== "") return path.resolve(filesDirectory);
  return dataDirectory === ":memory:"
    ? path.join(tmpdir(), `seriba-files-${process.pid}`)
    : path.join(dataDirectory, "files");
}
