import simpleRestProvider from "ra-data-simple-rest";
import { request } from "./http";

/** Sends the calls of ra-data-simple-rest over our session. */
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
    method: methodOf(method),
    body: typeof body === "string" ? (JSON.parse(body) as unknown) : undefined,
    signal: signal ?? undefined,
    onHeaders: (received) => {
      headers = received;
    },
  });
  return { status: 200, headers, body: "", json };
}

function methodOf(method: string): "GET" | "POST" | "PUT" | "DELETE" {
  if (method === "POST" || method === "PUT" || method === "DELETE")
    return method;
  if (method !== "GET") throw new Error(`${method} calls are not supported.`);
  return method;
}

/** The data provider of the workshop's resources, which are plain REST. */
export const workshopProvider = simpleRestProvider("/workspace", httpClient);
