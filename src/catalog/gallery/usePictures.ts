import { useEffect, useState } from "react";
import { serverAddress } from "../../providers/configuration";

export type Picture = { image: string; thumbnail: string };

type Pictures = {
  pictures: Picture[];
  /** Of the pictures that can be shown. */
  index: number;
  current: Picture | undefined;
  show: (index: number) => void;
  /** One on or back, round the ends. */
  move: (by: number) => void;
  hide: (image: string) => void;
};

/**
 * The pictures of a lot and the one being looked at. One that cannot be loaded
 * is hidden; the next is fetched ahead.
 */
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
