/** The name of a feed whose mapping is `feeds/<name>.json`. */
export const feedNameOf = (file: string): string =>
  file.slice("feeds/".length, -".json".length);
