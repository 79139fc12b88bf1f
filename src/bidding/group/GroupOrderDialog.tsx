import styles from "./GroupOrderDialog.module.css";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocaleState, useNotify } from "ra-core";
import { useState } from "react";
import { formatYen } from "../../../domain/money";
import type { BidGroupOrderPresent } from "../../../generated/schemas";
import { CallError, request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { useSendWrite } from "../../providers/write";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Notice } from "../../ui/Notice";
import { OrderList } from "../../ui/OrderList";
import { QueryFailure } from "../../ui/QueryFailure";
import { Skeleton } from "../../ui/Skeleton";
import { formatMoment } from "../../workspace/formatMoment";
import type { ActionDialogProps } from "../../workspace/registry/areaModule";
import {
  UnsavedQuestion,
  useUnsavedGuard,
} from "../../workspace/useUnsavedGuard";

type GroupBid = BidGroupOrderPresent["bids"][number];

/** Shows the active bids of the row's group and saves the order that the client sets. */
export default function GroupOrderDialog({ rows, onClose }: ActionDialogProps) {
  const bidGroup = String(rows[0]?.row.bidGroup);
  const t = useT();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { userId } = useSignedIn().viewer;
  const sendWrite = useSendWrite();
  const queryKey = ["bid-group-order", userId, bidGroup];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request<BidGroupOrderPresent>("/bid/group-order", {
        query: { bidGroup },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data, error } = query;
  const [order, setOrder] = useState<readonly string[] | null>(null);
  /** The server's order that the person moved bids in. A later order is a conflict. */
  const [seen, setSeen] = useState<readonly string[] | null>(null);
  const present = data?.bids.map(({ bidId }) => bidId) ?? [];
  const {
    mutate: save,
    isPending: isSaving,
    error: refusal,
  } = useMutation({
    mutationFn: (ordered: readonly GroupBid[]) => {
      const body = {
        bidGroup: Number(bidGroup),
        bidIds: ordered.map(({ bidId }) => bidId),
        before: [...(seen ?? present)],
      };
      return sendWrite({ method: "PUT", path: "/bid/group-order", body });
    },
    onSuccess: () => {
      notify(t("bid.groupOrder.saved", { label: data?.group.label ?? "" }), {
        type: "success",
      });
      onClose();
    },
    onError: async (failure) => {
      if (!(failure instanceof CallError) || failure.status !== 409) return;
      await queryClient.refetchQueries({ queryKey });
      setSeen(null);
    },
  });
  const bids = data && inOrder(data.bids, order);
  const isConflict = refusal instanceof CallError && refusal.status === 409;
  const isMoved = bids?.some(({ bidId }, place) => bidId !== present[place]);
  const { question, before } = useUnsavedGuard(isMoved === true);
  const close = () => {
    before(onClose);
  };

  const title = data
    ? t("bid.groupOrder.title", { label: data.group.label })
    : t("bid.groupOrder.loading");
  return (
    <>
      <Dialog
        title={title}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t("form.cancel")}</Button>
            {bids && bids.length > 1 && (
              <Button
                kind="primary"
                isPending={isSaving}
                onClick={() => save(bids)}
              >
                {t("bid.groupOrder.save")}
              </Button>
            )}
          </>
        }
      >
        <QueryFailure {...query} />
        {!data && !error && <Skeleton height={160} />}
        {data && bids && (
          <>
            <Rule group={data.group} count={bids.length} />
            {isConflict && (
              <Notice tone="info" role="alert">
                {t("bid.groupOrder.conflict")}
              </Notice>
            )}
            {refusal && !isConflict && <ErrorNotice error={refusal} />}
            <OrderList
              label={title}
              items={bids}
              idOf={({ bidId }) => bidId}
              nameOf={({ title: lot, place }) => `${lot}, ${place}`}
              canSwap={(one, other) => one.auctionDate === other.auctionDate}
              onChange={(next) => {
                setOrder(next.map(({ bidId }) => bidId));
                setSeen(seen ?? present);
              }}
            >
              {(bid) => <Bid bid={bid} />}
            </OrderList>
          </>
        )}
      </Dialog>
      {question && <UnsavedQuestion question={question} />}
    </>
  );
}

/** Says how many cars are bought and which bids can change places. */
function Rule({
  group: { label, cars, bought = 0 },
  count,
}: {
  group: BidGroupOrderPresent["group"];
  count: number;
}) {
  const t = useT();
  return (
    <div className={styles.rule}>
      <p>
        {cars > 0
          ? t("bid.groupOrder.rule", { label, smart_count: cars })
          : t("bid.groupOrder.anyNumber", { label })}{" "}
        {bought > 0 && t("bid.field.groupBought", { smart_count: bought })}
      </p>
      {count > 1 && <p>{t("bid.groupOrder.how")}</p>}
      {count === 0 && <p>{t("bid.groupOrder.empty")}</p>}
    </div>
  );
}

function Bid({ bid }: { bid: GroupBid }) {
  const t = useT();
  const [locale] = useLocaleState();
  const { title, place, auctionDate, bidAmount } = bid;
  return (
    <>
      <p className={styles.lot}>{title}</p>
      <p className={styles.facts}>
        {[
          place,
          auctionDate && formatMoment(auctionDate, locale),
          bidAmount !== null && formatYen(bidAmount),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {auctionDate === null && (
        <p className={styles.facts}>{t("bid.groupOrder.noDate")}</p>
      )}
    </>
  );
}

/**
 * Returns the bids in the order that the client has set. The server's order of the
 * auctions stays; bids that the client has not placed come last at their time.
 */
function inOrder(
  bids: readonly GroupBid[],
  order: readonly string[] | null,
): GroupBid[] {
  if (!order) return [...bids];
  const placeOf = ({ bidId }: GroupBid) => {
    const place = order.indexOf(bidId);
    return place < 0 ? order.length : place;
  };
  const times = [...new Set(bids.map(({ auctionDate }) => auctionDate))];
  return times.flatMap((time) =>
    bids
      .filter(({ auctionDate }) => auctionDate === time)
      .toSorted((one, other) => placeOf(one) - placeOf(other)),
  );
}
