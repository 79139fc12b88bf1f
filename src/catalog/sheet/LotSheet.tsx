import { useQuery } from "@tanstack/react-query";
import { hasFlag } from "../../../domain/access";
import type {
  AuctionSheetReply,
  AuctionSheetTranslation,
} from "../../../generated/schemas";
import { request, CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { isUnknownRow } from "../../providers/rowApi";
import { useSignedIn } from "../../providers/session";
import { useWorkspace } from "../../providers/workspace";
import { Box } from "../../ui/Box";
import { Skeleton } from "../../ui/Skeleton";
import DrawnSheet, { SideSwitch, type Side } from "./DrawnSheet";
import { QueryFailure } from "../../ui/QueryFailure";
import { useState } from "react";
import { serverAddress } from "../../providers/configuration";
import { Button } from "../../ui/Button";
import styles from "./SheetPicture.module.css";
import { preloadableDialog } from "../../ui/DialogFailure";

/**
 * The auction sheet of a lot: drawn from its data, with a translation, and the
 * picture that the source sent. Empty for a lot without a sheet.
 */
export default function LotSheet({
  lotId,
  picture,
  height,
}: {
  lotId: string;
  /** The picture of the sheet in the reply of the lot. */
  picture: string | null;
  /** Pixels that are kept free while the sheet loads. */
  height: number;
}) {
  const t = useT();
  const { isOwnServer } = useWorkspace();
  const { viewer } = useSignedIn();
  const canTranslate = hasFlag(viewer, "auctionTranslationUse");
  const query = useQuery({
    queryKey: ["lot-sheet", lotId],
    enabled: isOwnServer,
    queryFn: ({ signal }) =>
      request<AuctionSheetReply>("/car-auction/sheet", {
        query: { id: lotId },
        signal,
      }),
  });
  const { data, error } = query;
  const translation = useTranslation(lotId, {
    isEnabled: canTranslate && Boolean(data?.sheet),
  });
  // Other servers say only by their answer whether they translate pictures.
  const hasTranslator = isOwnServer
    ? !data?.sheet && data?.hasTranslator === true
    : true;
  const image = data?.image ?? picture;
  if (!data && error && !isUnknownRow(error))
    return (
      <Box title={t("lot.sheet.title")}>
        <QueryFailure {...query} />
      </Box>
    );
  if (!data && !error && isOwnServer) return <Skeleton height={height} />;
  if (!data?.sheet && !image) return null;
  return (
    <>
      {data?.sheet && (
        <DrawnSheet
          sheet={data.sheet}
          canTranslate={canTranslate}
          translation={translation.data}
          error={translation.error}
          onRetry={() => void translation.refetch()}
        />
      )}
      {image && (
        <SheetPicture
          image={image}
          lotId={lotId}
          canTranslate={canTranslate && hasTranslator}
        />
      )}
    </>
  );
}

/** The translation is fetched once and kept while the program runs. */
const useTranslation = (lotId: string, { isEnabled }: { isEnabled: boolean }) =>
  useQuery({
    queryKey: ["lot-sheet-translation", lotId],
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      request<AuctionSheetTranslation>("/car-auction/image-translate", {
        query: { id: lotId },
        signal,
      }),
  });

const [Preview] = preloadableDialog(() => import("../gallery/Preview"));

/** Milliseconds between two looks at a translation that is not ready. */
const pollMs = 3_000;

/**
 * The picture of a sheet, which opens full screen. Its translation is fetched once, on
 * request, and then a switch shows one of both in the same place. A broken picture is
 * hidden.
 */
function SheetPicture({
  image,
  lotId,
  canTranslate,
}: {
  image: string;
  lotId: string;
  canTranslate: boolean;
}) {
  const t = useT();
  const [isFull, setFull] = useState(false);
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [isRequested, setRequested] = useState(false);
  const [side, setSide] = useState<Side>("translation");
  const translation = usePictureTranslation(lotId, canTranslate && isRequested);
  const translated = translation.data?.image ?? null;
  const isTranslation = translated !== null && side === "translation";
  const address = serverAddress(isTranslation ? translated : image);
  if (broken.includes(serverAddress(image))) return null;
  const title = t("lot.sheet.picture");
  const shown = isTranslation ? t("lot.sheet.translatedPicture") : title;
  const isWaiting = isRequested && translated === null && !translation.error;
  const tools =
    translated === null ? (
      <Button
        kind="ghost"
        isPending={isWaiting}
        onClick={() => {
          if (isRequested) void translation.refetch();
          else setRequested(true);
        }}
      >
        {t(isWaiting ? "lot.sheet.translating" : "lot.sheet.translate")}
      </Button>
    ) : (
      <SideSwitch value={side} onChange={setSide} />
    );
  return (
    <Box title={title} tools={canTranslate && tools}>
      <QueryFailure {...translation} data={undefined} />
      <button
        type="button"
        className={styles.open}
        aria-label={t("lot.sheet.open")}
        onClick={() => {
          setFull(true);
        }}
      >
        {broken.includes(address) ? (
          <span className={styles.broken}>{t("lot.sheet.broken")}</span>
        ) : (
          <img
            className={styles.image}
            src={address}
            alt={shown}
            loading="lazy"
            onError={() => {
              setBroken([...broken, address]);
            }}
          />
        )}
      </button>
      {isFull && (
        <Preview
          title={shown}
          pictures={[{ image: address, thumbnail: address }]}
          index={0}
          show={() => undefined}
          onClose={() => {
            setFull(false);
          }}
        />
      )}
    </Box>
  );
}

/**
 * Requests the translation once. Our own server translates in the background, so it is
 * asked again until the translation has arrived or failed. From other servers an answer
 * without a picture is a failure.
 */
function usePictureTranslation(lotId: string, isEnabled: boolean) {
  const { isOwnServer } = useWorkspace();
  return useQuery({
    queryKey: ["lot-sheet-picture", lotId],
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const reply = await request<AuctionSheetTranslation>(
        "/car-auction/image-translate",
        { query: { id: lotId }, signal },
      );
      if (reply.image === null && !isOwnServer)
        throw new CallError({ status: 502, code: "translator_failed" });
      return reply;
    },
    refetchInterval: ({ state }) =>
      state.data?.image === null && state.error === null ? pollMs : false,
  });
}
