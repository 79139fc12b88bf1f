import { loadConfiguration } from "./configuration";
import { request } from "./http";

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
  const link = document.createElement("a");
  link.href = `${apiBase}${path}?${new URLSearchParams(query).toString()}`;
  link.download = "";
  link.click();
}
