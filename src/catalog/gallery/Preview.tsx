import { useEffect, useRef, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Dialog } from "../../ui/Dialog";
import { IconButton } from "../../ui/IconButton";
import { classes } from "../../ui/classes";
import { PictureCount } from "./PictureCount";
import { Thumbnails } from "./Thumbnails";
import { TurnButton } from "./TurnButton";
import type { Picture } from "./usePictures";
import { useCarouselGestures } from "./useCarouselGestures";
import styles from "./Preview.module.css";

type PreviewProps = {
  title: string;
  pictures: readonly Picture[];
  index: number;
  current: Picture | undefined;
  show: (index: number) => void;
  move: (by: number) => void;
  hide: (image: string) => void;
  onClose: () => void;
};

/** Zoom factors; 1 fits the screen. */
const zooms = [1, 2, 3];

/** The full-screen view of the photos, with zoom. Escape closes it. */
export default function Preview(props: PreviewProps) {
  const { title, pictures, index, current, show, move, hide, onClose } = props;
  const t = useT();
  const [zoom, setZoom] = useState(0);
  const factor = zooms[zoom] ?? 1;
  const turn = (by: number) => {
    setZoom(0);
    move(by);
  };
  const gestures = useCarouselGestures(turn);
  const { onKeyDown } = gestures;
  const last = zooms.length - 1;
  const stage = useRef<HTMLDivElement>(null);

  // The dialog has focused its close button; arrow keys need the stage.
  useEffect(() => {
    stage.current?.focus();
  }, []);

  return (
    <Dialog title={title} size="full" onClose={onClose}>
      <div
        className={styles.preview}
        {...(zoom === 0 ? gestures : { onKeyDown })}
      >
        <div className={styles.stage}>
          <div ref={stage} className={styles.scroll} tabIndex={0}>
            <img
              className={classes(styles.image, zoom > 0 && styles.zoomed)}
              style={{ width: `${factor * 100}%`, height: `${factor * 100}%` }}
              src={current?.image}
              alt={t("lot.gallery.photo", {
                index: index + 1,
                total: pictures.length,
              })}
              draggable={false}
              onClick={() => {
                setZoom(zoom === last ? 0 : zoom + 1);
              }}
              onError={() => {
                if (current) hide(current.image);
              }}
            />
          </div>
          {pictures.length > 1 && (
            <>
              <TurnButton by={-1} move={turn} />
              <TurnButton by={1} move={turn} />
            </>
          )}
          <div className={styles.zoom}>
            <IconButton
              icon="minus"
              label={t("lot.gallery.zoomOut")}
              disabled={zoom === 0}
              onClick={() => {
                setZoom(zoom - 1);
              }}
            />
            <IconButton
              icon="plus"
              label={t("lot.gallery.zoomIn")}
              disabled={zoom === last}
              onClick={() => {
                setZoom(zoom + 1);
              }}
            />
          </div>
          <PictureCount index={index} total={pictures.length} />
        </div>
        {pictures.length > 1 && (
          <div className={styles.strip}>
            <Thumbnails
              pictures={pictures}
              index={index}
              show={(place) => {
                setZoom(0);
                show(place);
              }}
              hide={hide}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}
