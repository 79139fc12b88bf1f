import { assertPublicHost, lookupPublic } from "./publicAddress";

/** The HTTP client is loaded for the first call, because it takes 5 MB. */
async function loadClient() {
  const { Agent, fetch } = await import("undici");
  return { fetch, agent: new Agent({ connect: { lookup: lookupPublic } }) };
}

let loading: ReturnType<typeof loadClient> | undefined;

/**
 * Yields the bytes at a public https address. Addresses come from feeds, so
 * private networks and redirects are refused. Throws for these, for another status
 * than 200, another media type than `type`, more than `mostBytes`, and when
 * `signal` aborts.
 */
export async function* fetchPublic(
  address: string,
  {
    type,
    mostBytes,
    signal,
  }: { type: string; mostBytes: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const url = new URL(address);
  if (url.protocol !== "https:") throw new Error("The address is not https");
  assertPublicHost(url);
  const { fetch, agent } = await (loading ??= loadClient());
  const { status, headers, body } = await fetch(url, {
    redirect: "error",
    signal,
    dispatcher: agent,
  });
  const isWanted = headers.get("content-type")?.startsWith(type) ?? false;
  if (status !== 200 || !isWanted || !body) {
    await body?.cancel();
    throw new Error(`The server answered ${status}`);
  }
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) throw new Error("The file is too large");
    yield chunk;
  }
}
