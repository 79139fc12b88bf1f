import { useQuery } from "@tanstack/react-query";
import { hasFlag } from "../../../domain/access";
import type {
  AuctionSheetReply,
  AuctionSheetTranslation,
} from "../../../generated/schemas";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { isUnknownRow } from "../../providers/rowApi";
import { useSignedIn } from "../../providers/session";
import { useWorkspace } from "../../providers/workspace";
import { Box } from "../../ui/Box";
import { Skeleton } from "../../ui/Skeleton";
import DrawnSheet from "./DrawnSheet";
import { SheetPicture } from "./SheetPicture";
import { QueryFailure } from "../../ui/QueryFailure";

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
