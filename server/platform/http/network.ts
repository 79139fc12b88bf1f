import ipaddr from "ipaddr.js";

/**
 * Returns the network that limits count as one client: an IPv4 address itself, of an
 * IPv6 address the /64 network, because its holder can choose the other 64 bits.
 *
 * @example
 * networkOf("2001:db8::1"); // "2001:db8:0:0"
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.split("%");
  if (!ipaddr.isValid(plain)) return plain;
  const parsed = ipaddr.process(plain);
  return parsed instanceof ipaddr.IPv6
    ? parsed.toNormalizedString().split(":").slice(0, 4).join(":")
    : parsed.toString();
}
