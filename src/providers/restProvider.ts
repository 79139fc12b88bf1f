import simpleRestProvider from "ra-data-simple-rest";
import { request } from "./http";

/** As ra-data-simple-rest asks: the reply with its headers, over our session. */
async function httpClient(
  path: string,
  options: {
    method?: string;
    body?: unknown;
    signal?: AbortSignal | null;
  } = {},
) {
  const { method = "GET", body, signal } = options;
  let headers = new Headers();
  const json = await request<unknown>(path, {
    method: method === "POST" ? "POST" : "GET",
    body: typeof body === "string" ? (JSON.parse(body) as unknown) : undefined,
    signal: signal ?? undefined,
    onHeaders: (found) => {
      headers = found;
    },
  });
  return { status: 200, headers, body: "", json };
}

/** What is plain REST on the server: the resources of the workshop. */
export const workshopProvider = simpleRestProvider("/workspace", httpClient);
