import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useT } from "../../providers/i18n/useT";
import { preloadableDialog } from "../../ui/DialogFailure";
import type { LotDetail, UssImagesReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { Spinner } from "../../ui/Spinner";
import { QueryFailure } from "../../ui/QueryFailure";
import { usePictures } from "./usePictures";
import styles from "./PhotoButtons.module.css";

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

/** Milliseconds between two looks at a request that waits. */
const pollMs = 5_000;

type ExtraImagesState = NonNullable<
  LotDetail["carCommonDetail"]["extraImages"]
>;
/** Servers written from the specification do not say how many requests are left. */
type Known = Pick<ExtraImagesState, "state"> & Partial<ExtraImagesState>;

/**
 * The extra images of a USS lot. A person requests them once; they arrive after about
 * 30 seconds. The number of requests in a day is limited.
 */
export function ExtraImages({
  lotId,
  title,
  known,
}: {
  lotId: string;
  title: string;
  /** The state of the request when the lot was read. */
  known: Known;
}) {
  const t = useT();
  const [isRequested, setRequested] = useState(known.state !== "none");
  const query = useQuery({
    queryKey: ["extra-images", lotId],
    enabled: isRequested,
    queryFn: ({ signal }) =>
      request<UssImagesReply>("/car-auction/uss-images", {
        query: { id: lotId },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.state === "waiting" ? pollMs : false,
  });
  const { data, error } = query;
  const left = data?.left ?? known.left;
  const images = data?.images ?? [];
  const isDone = data?.state === "done";
  return (
    <Box
      title={t("lot.extraImages.title")}
      tools={
        <Button
          disabled={isRequested || left === 0}
          onClick={() => {
            setRequested(true);
          }}
        >
          {t(isRequested ? "lot.extraImages.used" : "lot.extraImages.request")}
        </Button>
      }
    >
      <div className={styles.body} aria-live="polite">
        <QueryFailure {...query} data={undefined} />
        {isRequested && !isDone && !error && (
          <p className={styles.text}>
            <Spinner size={16} /> {t("lot.extraImages.waiting")}
          </p>
        )}
        {isDone && images.length === 0 && (
          <p className={styles.text}>{t("lot.extraImages.empty")}</p>
        )}
        {images.length > 0 && (
          <div className={styles.images}>
            <PhotoButtons photos={images} title={title} />
          </div>
        )}
        {!error && left !== undefined && (
          <p className={styles.note}>
            {t("lot.extraImages.left", { smart_count: left })}
          </p>
        )}
      </div>
    </Box>
  );
}
