import { request } from "./http";

/** Within this time the browser has begun to save a file. */
const startMs = 60_000;

/**
 * Reads a file from a call and saves it under the name that the server gives it. Throws a
 * `CallError`, also if the server fails while it writes the file. The file is held in
 * memory; long ones are for `downloadFile`.
 */
export async function fetchFile(
  path: string,
  query: Record<string, string>,
): Promise<void> {
  let name = "";
  const file = await request<Blob>(path, {
    query,
    readBody: (response) => response.blob(),
    onHeaders: (headers) => {
      name = fileName(headers.get("content-disposition"));
    },
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, startMs);
}

/** Returns the name in the header; empty for a header without a name. */
const fileName = (disposition: string | null): string =>
  /filename="([^"\\]*)"/.exec(disposition ?? "")?.[1] ?? "";
