import { useEffect, useRef } from "react";
import { useT } from "../../providers/i18n/useT";
import type { Pictures } from "./usePictures";
import styles from "./Gallery.module.css";

type ThumbnailsProps = Pick<Pictures, "pictures" | "index" | "show">;

/** All photos as thumbnails, four in the width; the current one is marked. */
export function Thumbnails({ pictures, index, show }: ThumbnailsProps) {
  const t = useT();
  const strip = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const list = strip.current;
    const item = list?.children[index];
    if (!list || !(item instanceof HTMLElement)) return;
    const left = item.offsetLeft - list.offsetLeft;
    const isInView =
      left >= list.scrollLeft &&
      left + item.offsetWidth <= list.scrollLeft + list.clientWidth;
    if (!isInView)
      list.scrollTo({ left: left - item.offsetWidth, behavior: "smooth" });
  }, [index]);

  return (
    <ul ref={strip} className={styles.thumbnails}>
      {pictures.map(({ image, thumbnail }, place) => (
        <li key={image}>
          <button
            type="button"
            className={styles.thumbnail}
            aria-label={t("lot.gallery.photo", {
              index: place + 1,
              total: pictures.length,
            })}
            aria-current={place === index || undefined}
            onClick={() => {
              show(place);
            }}
          >
            <img
              className={styles.image}
              src={thumbnail}
              alt=""
              loading="lazy"
              draggable={false}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}
