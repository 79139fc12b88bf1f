import { useEffect, useMemo, useState } from "react";
import { serverAddress } from "../../providers/configuration";
import { whenIdle } from "../../ui/whenIdle";

type Picture = { image: string; thumbnail: string };

export type Pictures = {
  pictures: Picture[];
  /** The index of the current picture among `pictures`. */
  index: number;
  current: Picture | undefined;
  show: (index: number) => void;
  /** Moves to another picture; wraps around at the ends. */
  move: (by: number) => void;
  /** Removes the picture with this image or thumbnail, which failed to load. */
  hide: (address: string) => void;
};

/** Returns the pictures of a lot and the current one; preloads the next. */
export function usePictures(
  images: readonly string[],
  thumbnails: readonly string[],
): Pictures {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [position, setPosition] = useState(0);
  const pictures = useMemo(
    () =>
      images
        .map((image, place) => ({
          image: serverAddress(image),
          thumbnail: serverAddress(thumbnails[place] ?? image),
        }))
        .filter(
          ({ image, thumbnail }) =>
            !failed.includes(image) && !failed.includes(thumbnail),
        ),
    [images, thumbnails, failed],
  );
  const index = Math.min(position, Math.max(0, pictures.length - 1));
  const next = pictures[index + 1]?.image;

  useEffect(() => {
    if (!next) return;
    return whenIdle(async () => {
      new Image().src = next;
    });
  }, [next]);

  const { length } = pictures;
  return {
    pictures,
    index,
    current: pictures[index],
    show: setPosition,
    move: (by) => {
      if (length > 0) setPosition((index + by + length) % length);
    },
    hide: (address) => {
      setFailed((addresses) =>
        addresses.includes(address) ? addresses : [...addresses, address],
      );
    },
  };
}
