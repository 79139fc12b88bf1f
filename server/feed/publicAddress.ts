import { lookup as dnsLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Agent } from "undici";
import { FeedError } from "./feedError";

/** Addresses that do not belong to the public internet (IANA registries). */
const reserved = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  reserved.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  reserved.addSubnet(network, prefix, "ipv6");

/** Returns false for loopback, private, link-local and other reserved IPs. */
export const isPublicAddress = (ip: string): boolean =>
  !reserved.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4");

const refusal = () =>
  new FeedError("The provider redirects into a private network");

/** Resolves a host name; fails if any of its addresses is not public. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, []);
      return;
    }
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      callback(refusal(), []);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Connects to public addresses only. The address is checked when it is
 * resolved for the connection, so that DNS cannot change it afterwards.
 */
export const publicAgent = new Agent({ connect: { lookup: lookupPublic } });

/** Throws FeedError when the host of `url` is an IP that is not public. */
export function assertPublicHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusal();
}
