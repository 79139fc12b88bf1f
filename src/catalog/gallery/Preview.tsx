import {
  useMemo,
  useRef,
  useCallback,
  useState,
  type SyntheticEvent,
} from "react";
import Lightbox from "yet-another-react-lightbox";
import Counter from "yet-another-react-lightbox/plugins/counter";
import Thumbnails from "yet-another-react-lightbox/plugins/thumbnails";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { useT } from "../../providers/i18n/useT";
import { useModal } from "../../ui/openDialogs";
import type { Pictures } from "./usePictures";
import "yet-another-react-lightbox/styles.css";
import "yet-another-react-lightbox/plugins/counter.css";
import "yet-another-react-lightbox/plugins/thumbnails.css";
import styles from "./Preview.module.css";

type PreviewProps = Pick<Pictures, "pictures" | "index" | "show"> & {
  title: string;
  onClose: () => void;
};

/**
 * The full-screen view of the photos, with thumbnails and zoom. The dialog
 * keeps the focus inside, closes on Escape and gives the focus back.
 */
export default function Preview(props: PreviewProps) {
  const { title, pictures, index, show, onClose } = props;
  const t = useT();
  const ref = useRef<HTMLDialogElement>(null);
  const handlers = useModal(ref, { isOpen: true, onClose });
  const images = pictures.map(({ image }) => image);
  const { sizeOf, onLoadCapture, onZoom } = useSlideSizes(images);
  const slides = useMemo(
    () =>
      pictures.map(({ image, thumbnail }) => ({
        src: image,
        thumbnail,
        alt: title,
        // The plugin replaces the size of a slide itself by that of the loaded picture.
        srcSet: [{ src: image, ...sizeOf(image) }],
      })),
    [pictures, title, sizeOf],
  );
  const isSingle = slides.length === 1;
  return (
    <dialog
      ref={ref}
      className={styles.preview}
      aria-label={title}
      onLoadCapture={onLoadCapture}
      {...handlers}
    >
      <Lightbox
        open
        close={onClose}
        index={index}
        slides={slides}
        plugins={isSingle ? [Zoom] : [Counter, Thumbnails, Zoom]}
        on={{
          view: (view) => {
            show(view.index);
          },
          zoom: onZoom,
        }}
        portal={{
          root: () => ref.current,
          container: { role: "presentation", "aria-modal": undefined },
        }}
        noScroll={{ disabled: true }}
        controller={{ closeOnEscape: false }}
        animation={{ fade: 0, swipe: 250 }}
        carousel={{ finite: isSingle, padding: 0 }}
        thumbnails={{
          width: 96,
          height: 72,
          border: 2,
          borderRadius: 4,
          padding: 0,
          gap: 8,
          imageFit: "cover",
          vignette: false,
        }}
        zoom={{ scrollToZoom: true, maxZoomPixelRatio: 2 }}
        render={
          isSingle ? { buttonPrev: () => null, buttonNext: () => null } : {}
        }
        labels={{
          Previous: t("lot.gallery.previous"),
          Next: t("lot.gallery.next"),
          Close: t("shell.close"),
          "Zoom in": t("lot.gallery.zoomIn"),
          "Zoom out": t("lot.gallery.zoomOut"),
          Lightbox: title,
          "Photo gallery": t("lot.gallery.title"),
          Thumbnails: t("lot.gallery.title"),
          Carousel: "",
          Slide: "",
          "{index} of {total}": t("lot.gallery.photo", {
            index: "{index}",
            total: "{total}",
          }),
        }}
      />
    </dialog>
  );
}

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
