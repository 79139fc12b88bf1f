import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { usePictures } from "./usePictures";
import styles from "./PhotoButtons.module.css";
import { preloadableDialog } from "../../ui/DialogFailure";

const [Preview] = preloadableDialog(() => import("./Preview"));

/**
 * Photos in a row, each of which opens in the full-screen gallery. Photos that the browser
 * cannot load are hidden.
 */
export function PhotoButtons({
  photos,
  title,
}: {
  photos: readonly string[];
  /** The name of the lot and of its part. */
  title: string;
}) {
  const t = useT();
  const [isFull, setFull] = useState(false);
  const { pictures, index, show, hide } = usePictures(photos, photos);
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className={styles.photos}>
        {pictures.map(({ image }, place) => (
          <li key={image}>
            <button
              type="button"
              className={styles.photo}
              aria-label={`${title}. ${t("lot.gallery.photo", {
                index: place + 1,
                total: pictures.length,
              })}`}
              onClick={() => {
                show(place);
                setFull(true);
              }}
            >
              <img
                src={image}
                alt=""
                loading="lazy"
                onError={() => {
                  hide(image);
                }}
              />
            </button>
          </li>
        ))}
      </ul>
      {isFull && (
        <Preview
          title={title}
          pictures={pictures}
          index={index}
          show={show}
          onClose={() => {
            setFull(false);
          }}
        />
      )}
    </>
  );
}
