/** The most photos of a lot, and the most characters of an address. */
export type PhotoLimits = { most: number; longest: number };

/**
 * Returns the addresses of photos that browsers may load: https and paths of this site.
 * The content security policy blocks all others. These, addresses that are too long and
 * photos above the most are left out; `dropped` is one of them. An http address becomes
 * https, as browsers upgrade it anyway.
 */
export function readPhotoAddresses(
  texts: readonly string[],
  { most, longest }: PhotoLimits,
): { photos: string[]; dropped: string | undefined } {
  const addresses = texts.map((text) =>
    text.replace(/^http:\/\//i, "https://"),
  );
  const isKept = (address: string) =>
    address.length <= longest && isPhotoAddress(address);
  const kept = addresses.filter(isKept);
  return {
    photos: kept.slice(0, most),
    dropped: addresses.find((address) => !isKept(address)) ?? kept.at(most),
  };
}

const isPhotoAddress = (address: string): boolean =>
  /^\/(?![/\\])/.test(address) ||
  (/^https:\/\//i.test(address) && URL.canParse(address));
