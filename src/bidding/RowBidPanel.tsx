import { useQuery } from "@tanstack/react-query";
import type { Resource } from "../../domain/resource";
import type { BikeDetail, LotDetail } from "../../generated/schemas";
import type { RowRecord } from "../providers/dataProvider";
import { useT } from "../providers/i18n/useT";
import { isUnknownRow, readRow } from "../providers/rowApi";
import { shownLot } from "../../domain/shownLot";
import { useWorkspace } from "../providers/workspace";
import { Dialog } from "../ui/Dialog";
import { Skeleton } from "../ui/Skeleton";
import type { RowPanelProps } from "../workspace/registry/areaModule";
import { BidPanel } from "./BidPanel";
import { QueryFailure } from "../ui/QueryFailure";

/**
 * The bid panel of a lot over its list. It shows what the lot's page shows, and keeps
 * what was typed when it is closed.
 */
export default function RowBidPanel(props: RowPanelProps) {
  const { title, onClose } = props;
  const { resources } = useWorkspace();
  const { list, id } = lotOf(props, resources);
  return (
    <Dialog title={title} onClose={onClose}>
      <LotPanel list={list} id={id} title={title} />
    </Dialog>
  );
}

/** Returns the list and the id of the lot of a row; other lists show rows about lots. */
function lotOf(
  { resource, record }: { resource: Resource; record: RowRecord },
  resources: readonly Resource[],
): { list: Resource; id: string } {
  const { lotType, lotId } = record.row;
  const list = resources.find(({ pageType }) => pageType === lotType);
  return resource.pageType === undefined && list && typeof lotId === "string"
    ? { list, id: lotId }
    : { list: resource, id: record.id };
}

function LotPanel({
  list,
  id,
  title,
}: {
  list: Resource;
  id: string;
  title: string;
}) {
  const t = useT();
  const query = useQuery({
    queryKey: ["detail", list.name, id],
    queryFn: async ({ signal }) => {
      const { detail } = await readRow<LotDetail | BikeDetail>(list, {
        id,
        signal,
      });
      return shownLot(detail);
    },
  });
  const { data, error } = query;
  if (data)
    return <BidPanel lot={data} title={title} resource={list} isInDialog />;
  if (isUnknownRow(error)) return <p>{t("lot.notFound.text")}</p>;
  return error ? <QueryFailure {...query} /> : <Skeleton height={420} />;
}
