import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { Empty } from "../../ui/Empty";
import { Icon } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { Thumbnails } from "./Thumbnails";
import { usePictures } from "./usePictures";
import { useCarouselGestures } from "./useCarouselGestures";
import styles from "./Gallery.module.css";
import { preloadableDialog } from "../../ui/DialogFailure";

const [Preview] = preloadableDialog(() => import("./Preview"));

type GalleryProps = {
  /** The name of the lot, for the alternative text. */
  title: string;
  images: readonly string[];
  thumbnails: readonly string[];
};

/** The photos of a lot: one large, all as thumbnails, and a full-screen view. */
export function Gallery({ title, images, thumbnails }: GalleryProps) {
  const t = useT();
  const [isFull, setFull] = useState(false);
  const view = usePictures(images, thumbnails);
  const { onKeyDown, swipes } = useCarouselGestures(view.move);
  const { pictures, index, current, move } = view;
  const total = pictures.length;
  const name = t("lot.gallery.photo", { index: index + 1, total });
  const turnButton = (by: -1 | 1) => {
    const isNext = by === 1;
    const label = t(isNext ? "lot.gallery.next" : "lot.gallery.previous");
    return (
      <button
        type="button"
        className={classes(styles.turn, isNext ? styles.next : styles.previous)}
        aria-label={label}
        title={label}
        onClick={() => {
          move(by);
        }}
      >
        <Icon name={isNext ? "chevronRight" : "chevronLeft"} size={20} />
      </button>
    );
  };
  if (!current)
    return (
      <div className={styles.gallery}>
        <Empty
          icon="car"
          title={t("lot.gallery.empty")}
          text={t(
            images.length > 0
              ? "lot.gallery.failedText"
              : "lot.gallery.emptyText",
          )}
        />
      </div>
    );
  return (
    // Errors of images do not bubble, but they can be captured.
    <div
      onErrorCapture={({ target }) => {
        if (target instanceof HTMLImageElement)
          view.hide(target.getAttribute("src") ?? "");
      }}
    >
      <section
        className={styles.gallery}
        aria-label={t("lot.gallery.title")}
        onKeyDown={onKeyDown}
      >
        <div className={styles.main} {...swipes}>
          <button
            type="button"
            className={styles.open}
            aria-label={`${name}. ${t("lot.gallery.open")}`}
            onClick={() => {
              setFull(true);
            }}
          >
            <img
              key={current.image}
              className={styles.image}
              src={current.image}
              alt={title}
              fetchPriority="high"
              draggable={false}
            />
            <span className={styles.expand}>
              <Icon name="expand" />
            </span>
          </button>
          {total > 1 && turnButton(-1)}
          {total > 1 && turnButton(1)}
          <p className={styles.count} aria-live="polite">
            <VisuallyHidden>{name}</VisuallyHidden>
            <span aria-hidden="true">
              {index + 1} / {total}
            </span>
          </p>
        </div>
        {total > 1 && <Thumbnails {...view} />}
      </section>
      {/* Outside the gallery, so that its key handlers do not get these keys. */}
      {isFull && (
        <Preview
          title={title}
          {...view}
          onClose={() => {
            setFull(false);
          }}
        />
      )}
    </div>
  );
}
