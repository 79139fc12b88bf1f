import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LotDetail, UssImagesReply } from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { Spinner } from "../../ui/Spinner";
import { PhotoButtons } from "./PhotoButtons";
import { QueryFailure } from "../../ui/QueryFailure";
import styles from "./ExtraImages.module.css";

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
