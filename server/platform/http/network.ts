import ipaddr from "ipaddr.js";

/**
 * Returns the network that limits count as one client: an IPv4 address itself, of an
 * IPv6 address the /64 network, because its holder can choose the other 64 bits.
 *
 * @example
 * networkOf("2001:db8::1"); // "2001:db8:0:0"
 */
export const networkOf = (address: string): string => prefixOf(address, 4);

/**
 * Returns the IPv6 /48 network of an address, of which one customer may hold all 65,536
 * networks; null for an IPv4 address.
 *
 * @example
 * siteOf("2001:db8:7:1::1"); // "2001:db8:7"
 */
export function siteOf(address: string): string | null {
  const site = prefixOf(address, 3);
  return site === prefixOf(address, 4) ? null : site;
}

function prefixOf(address: string, groups: number): string {
  const [plain = ""] = address.split("%");
  if (!ipaddr.isValid(plain)) return plain;
  const parsed = ipaddr.process(plain);
  return parsed instanceof ipaddr.IPv6
    ? parsed.toNormalizedString().split(":").slice(0, groups).join(":")
    : parsed.toString();
}
