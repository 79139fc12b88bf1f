import { fileTypeFromBuffer } from "file-type";

/** The accepted types with the endings that their names may have. */
const endings: Readonly<Record<string, readonly string[]>> = {
  "application/pdf": ["pdf"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/webp": ["webp"],
};

/** Returns the media type of a JPEG, PNG or WebP picture by its bytes; null for others. */
export async function pictureType(bytes: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  return found?.mime.startsWith("image/") && found.mime in endings
    ? found.mime
    : null;
}

/** The library needs at most so many bytes of a file. */
export const typeBytes = 4_100;

/**
 * Returns the media type of a file by its first bytes; null if the type is not
 * accepted or the name has the ending of another one.
 */
export async function acceptedType(
  start: Uint8Array,
  name: string,
): Promise<string | null> {
  const found = await fileTypeFromBuffer(start);
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  return found && endings[found.mime]?.includes(ending) ? found.mime : null;
}
