import { isOnOtherOrigin } from "../../providers/configuration";

/**
 * Whether this page can use passkeys. They belong to the host name of the server: browsers
 * offer none for an IP address.
 */
export const canUsePasskeys = (): boolean =>
  "PublicKeyCredential" in globalThis &&
  /[a-z]$/.test(location.hostname) &&
  !isOnOtherOrigin();
