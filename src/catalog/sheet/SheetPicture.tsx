import { lazy, Suspense, useState } from "react";
import { serverAddress } from "../../providers/configuration";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import styles from "./SheetPicture.module.css";

const Preview = lazy(() => import("../gallery/Preview"));

type SheetPictureProps = {
  image: string;
  lotId: string;
  canTranslate: boolean;
};

/** The picture of a sheet, which opens full screen. A broken picture is hidden. */
export function SheetPicture(props: SheetPictureProps) {
  const { image, lotId, canTranslate } = props;
  const t = useT();
  const [isFull, setFull] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  if (isBroken) return null;
  const address = serverAddress(image);
  const title = t("lot.sheet.picture");
  const translate = async () => {
    setPending(true);
    try {
      await request("/car-auction/image-translate", { query: { id: lotId } });
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <Box
      title={title}
      tools={
        canTranslate && (
          <Button
            kind="ghost"
            isPending={isPending}
            onClick={() => void translate()}
          >
            {t("lot.sheet.translate")}
          </Button>
        )
      }
    >
      {error !== undefined && <ErrorNotice error={error} />}
      <button
        type="button"
        className={styles.open}
        aria-label={t("lot.sheet.open")}
        onClick={() => {
          setFull(true);
        }}
      >
        <img
          className={styles.image}
          src={address}
          alt={title}
          loading="lazy"
          onError={() => {
            setBroken(true);
          }}
        />
      </button>
      {isFull && (
        <Suspense fallback={null}>
          <Preview
            title={title}
            pictures={[{ image: address, thumbnail: address }]}
            index={0}
            show={() => undefined}
            onClose={() => {
              setFull(false);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}
