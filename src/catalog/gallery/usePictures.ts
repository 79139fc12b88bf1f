import { useEffect, useState } from "react";
import { serverAddress } from "../../providers/configuration";

export type Picture = { image: string; thumbnail: string };

type Pictures = {
  pictures: Picture[];
  /** The index of the current picture among `pictures`. */
  index: number;
  current: Picture | undefined;
  show: (index: number) => void;
  /** Moves to another picture; wraps around at the ends. */
  move: (by: number) => void;
  /** Removes a picture that cannot be loaded. */
  hide: (image: string) => void;
};

/** Returns the pictures of a lot and the current one; preloads the next. */
export function usePictures(
  images: readonly string[],
  thumbnails: readonly string[],
): Pictures {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [position, setPosition] = useState(0);
  const pictures = images
    .map((image, place) => ({
      image: serverAddress(image),
      thumbnail: serverAddress(thumbnails[place] ?? image),
    }))
    .filter(({ image }) => !failed.includes(image));
  const index = Math.min(position, Math.max(0, pictures.length - 1));
  const next = pictures[index + 1]?.image;

  useEffect(() => {
    if (next) new Image().src = next;
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
    hide: (image) => {
      setFailed((images) =>
        images.includes(image) ? images : [...images, image],
      );
    },
  };
}
