import ipaddr from "ipaddr.js";
import { lookup as dnsLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";

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

/** Deprecated IPv6 addresses that hold an IPv4 address, such as ::127.0.0.1. */
const ipv4Compatible = ipaddr.IPv6.parseCIDR("::/96");

/**
 * Returns false for loopback, private, link-local and other reserved IPs. An
 * IPv4 address mapped to IPv6 counts as IPv4.
 */
export function isPublicAddress(ip: string): boolean {
  const address = ipaddr.process(ip);
  const isCompatible =
    address instanceof ipaddr.IPv6 && address.match(ipv4Compatible);
  return address.range() === "unicast" && !isCompatible;
}

/** A connection into a private network was refused. */
export class PrivateAddress extends Error {
  constructor() {
    super("The address is in a private network");
  }
}

/**
 * Resolves a host name for a connection; fails if any of its addresses is not
 * public. The address is checked when it is resolved for the connection, so that
 * DNS cannot change it afterwards.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, []);
      return;
    }
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      callback(new PrivateAddress(), []);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Throws PrivateAddress when the host of `url` is an IP that is not public. */
export function assertPublicHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress();
}
