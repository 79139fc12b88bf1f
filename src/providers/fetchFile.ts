import { request } from "./http";
import { loadConfiguration, serverAddress } from "./configuration";

/** Within this time the browser has begun to save a file. */
const startMs = 60_000;

type FileOptions = Pick<
  NonNullable<Parameters<typeof request>[1]>,
  "query" | "method" | "body" | "isRead"
>;

/**
 * Reads a file from a call and saves it under the name that the server gives it. Throws a
 * `CallError`, also if the server fails while it writes the file. The file is held in
 * memory; long ones are for `downloadFile`.
 */
export async function fetchFile(
  path: string,
  options: FileOptions = {},
): Promise<void> {
  let name = "";
  const file = await request<Blob>(path, {
    ...options,
    readBody: (response) => response.blob(),
    onHeaders: (headers) => {
      name = fileName(headers.get("content-disposition"));
    },
  });
  const address = URL.createObjectURL(file);
  saveLink(address, name);
  setTimeout(() => URL.revokeObjectURL(address), startMs);
}

/**
 * Asks a call for the address of a file and opens it in a new tab. Returns false if the
 * server gives no address. Throws a `CallError`.
 */
export async function openFileLink(
  path: string,
  query: Record<string, string>,
): Promise<boolean> {
  const { link } = await request<{ link?: string | null }>(path, { query });
  if (!link) return false;
  const anchor = document.createElement("a");
  anchor.href = serverAddress(link);
  anchor.target = "_blank";
  anchor.rel = "noopener";
  anchor.click();
  return true;
}

function saveLink(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

/** Returns the name in the header; empty for a header without a name. */
const fileName = (disposition: string | null): string =>
  /filename="([^"\\]*)"/.exec(disposition ?? "")?.[1] ?? "";

/**
 * Downloads a file from a call. A download cannot show an error or refresh the
 * session, so a HEAD request does both first. Throws a `CallError`.
 */
export async function downloadFile(
  path: string,
  query: Record<string, string>,
): Promise<void> {
  await request(path, { method: "HEAD", query });
  const { apiBase } = await loadConfiguration();
  saveLink(`${apiBase}${path}?${new URLSearchParams(query).toString()}`, "");
}
