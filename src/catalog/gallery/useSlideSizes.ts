import { useCallback, useState, type SyntheticEvent } from "react";

type Size = { width: number; height: number };

/** In pixels. Smaller pictures count as this large, so that they fill the screen too. */
const nominalSize: Size = { width: 1600, height: 1200 };

/** Returns the size with the shape of a picture that is at least the nominal one. */
function slideSize({ width, height }: Size): Size {
  const scale = Math.min(
    nominalSize.width / width,
    nominalSize.height / height,
  );
  return scale > 1
    ? { width: Math.round(width * scale), height: Math.round(height * scale) }
    : { width, height };
}

/**
 * Returns the sizes from which the limits of zoom and panning of pictures are computed:
 * the nominal one until a picture has loaded inside the element with `onLoadCapture`.
 * `images` are the addresses of the pictures; others, as thumbnails, have no size here.
 * The lightbox resets its zoom when it gets other sizes, so they wait for the end of the
 * zoom, of which `onZoom` hears.
 */
export function useSlideSizes(images: readonly string[]) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Size>>(new Map());
  const [given, setGiven] = useState(loaded);
  const [isZoomed, setZoomed] = useState(false);
  if (!isZoomed && given !== loaded) setGiven(loaded);
  const sizeOf = useCallback(
    (image: string): Size => given.get(image) ?? nominalSize,
    [given],
  );
  return {
    sizeOf,
    onZoom: ({ zoom }: { zoom: number }) => {
      setZoomed(zoom > 1);
    },
    onLoadCapture: ({ target }: SyntheticEvent) => {
      if (!(target instanceof HTMLImageElement)) return;
      const { naturalWidth: width, naturalHeight: height } = target;
      const image = target.getAttribute("src");
      if (image === null || !images.includes(image)) return;
      if (width === 0 || height === 0) return;
      const size = slideSize({ width, height });
      setLoaded((sizes) => {
        const known = sizes.get(image) ?? nominalSize;
        return known.width === size.width && known.height === size.height
          ? sizes
          : new Map(sizes).set(image, size);
      });
    },
  };
}
