import { zip, type ZipPart } from "../../workspace/export/zip";
import { openPhoto, type PhotoPorts } from "./openPhoto";

/**
 * Yields a zip file with the photos of a lot, one photo after the other and no faster
 * than it is read. The names are made of the lot number and the place of the photo, so
 * that no name comes from a feed. The last entry lists the photos that could not be
 * loaded, if there are any.
 */
export const photoArchive = (
  addresses: readonly string[],
  options: PhotoPorts & { name: string; signal: AbortSignal },
): AsyncGenerator<Uint8Array> => zip(photoParts(addresses, options));

async function* photoParts(
  addresses: readonly string[],
  {
    name,
    photoFileOf,
    signal,
  }: PhotoPorts & { name: string; signal: AbortSignal },
): AsyncGenerator<ZipPart> {
  const missing: string[] = [];
  for (const [index, address] of addresses.entries()) {
    const place = String(index + 1).padStart(2, "0");
    const photo = await openPhoto(address, { photoFileOf, signal });
    if (photo)
      yield { name: `${name}-${place}.${photo.ending}`, content: photo.bytes };
    else missing.push(place);
  }
  if (missing.length > 0)
    yield {
      name: "missing-photos.txt",
      content: [`Photos that could not be loaded: ${missing.join(", ")}\n`],
    };
}

/** Returns a file name for a lot without characters that have a meaning in paths. */
export function archiveName(lotNo: unknown): string {
  const written = typeof lotNo === "string" ? lotNo : "";
  return `lot-${written.replace(/[^A-Za-z0-9]/g, "") || "photos"}`;
}
