import {
  useState,
  useEffect,
  useRef,
  type KeyboardEvent,
  type TouchEvent,
} from "react";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { Empty } from "../../ui/Empty";
import { Icon } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { preloadableDialog } from "../../ui/DialogFailure";
import { usePictures, type Pictures } from "./usePictures";
import styles from "./Gallery.module.css";

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

type ThumbnailsProps = Pick<Pictures, "pictures" | "index" | "show">;

/** All photos as thumbnails, four in the width; the current one is marked. */
function Thumbnails({ pictures, index, show }: ThumbnailsProps) {
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

const keys: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** The shortest swipe, in pixels. */
const minSwipePx = 40;

/**
 * Returns handlers that move through pictures: by arrow keys, and by swipes over the
 * large picture. A strip that scrolls sideways must not get `swipes`.
 */
function useCarouselGestures(move: (by: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = keys[event.key];
    if (by === undefined || event.altKey || event.metaKey || event.ctrlKey)
      return;
    event.preventDefault();
    move(by);
  };
  const swipes = {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const across = touch.clientX - start.current.x;
      const down = touch.clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) < minSwipePx || Math.abs(across) < Math.abs(down))
        return;
      move(across < 0 ? 1 : -1);
    },
  };
  return { onKeyDown, swipes };
}
