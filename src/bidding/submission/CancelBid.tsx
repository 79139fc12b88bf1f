import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import { bidStatuses } from "../../../domain/bidStatus";
import { formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { CallError } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { refreshSession } from "../../providers/session";
import { useSendWrite } from "../../providers/write";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { inJapan, useIsOpenToClients } from "../facts/moment";
import { hasSameValues, type OwnBid } from "../facts/bidTarget";
import { refreshBid } from "./bidRequest";
import { ClosingDialog } from "./BidDialogs";

type CancelBidProps = {
  /** The bid that was on screen when the dialog opened. */
  bid: OwnBid;
  /** The viewer's bid on the lot as it is now. */
  latest: OwnBid | null;
  lot: LotDetail;
  /** Whether the viewer can place a new bid on the lot afterwards. */
  canBidAgain: boolean;
  onClose: () => void;
};

/**
 * Asks before the viewer's bid is cancelled, and cancels it. After the deadline
 * it says that only the manager can do this. A bid that is changed or closed while the
 * question is open is not cancelled.
 */
export function CancelBid(props: CancelBidProps) {
  const { bid, latest, lot, canBidAgain, onClose } = props;
  const { bidInfo } = lot;
  const t = useT();
  const [locale] = useLocaleState();
  const queryClient = useQueryClient();
  const sendWrite = useSendWrite();
  const isSame =
    latest?.bidId === bid.bidId && hasSameValues(latest, bid) ? latest : null;

  const reload = async () => {
    // If the balance cannot be read, it stays as it was until the next call.
    refreshSession().catch(() => undefined);
    await refreshBid(queryClient, lot.carCommonDetail.id);
  };
  const {
    mutate: cancel,
    isPending: isSending,
    error,
  } = useMutation({
    mutationFn: ({ bidId, version }: OwnBid) => {
      const status = bidStatuses.cancel;
      const body = { bidId, status, ...(version !== undefined && { version }) };
      return sendWrite({
        method: "PUT",
        path: "/bid/update-bid-status",
        body,
      });
    },
    onSuccess: async () => {
      await reload();
      onClose();
    },
    onError: (failure) => {
      if (failure instanceof CallError && failure.status === 409) void reload();
    },
  });
  const isLate = error instanceof CallError && error.code === "cant_cancel";
  const isOpen = useIsOpenToClients(lot);

  const again = (): string => {
    if (!canBidAgain) return t("bid.cancel.final");
    return bidInfo.biddingDeadline
      ? t("bid.cancel.againUntil", inJapan(bidInfo.biddingDeadline, locale))
      : t("bid.cancel.again");
  };

  const closed = (title: string, text: string) => (
    <ClosingDialog
      title={title}
      closeLabel={t("bid.cancel.close")}
      onClose={onClose}
    >
      <p>{text}</p>
    </ClosingDialog>
  );
  if (!isSame && !isSending)
    return latest?.bidId === bid.bidId
      ? closed(
          t("bid.cancel.changed.title"),
          t("bid.cancel.changed.text", { amount: formatYen(latest.amount) }),
        )
      : closed(t("bid.cancel.gone.title"), t("bid.cancel.gone.text"));
  if (!isOpen || isLate)
    return closed(
      t("bid.cancel.late.title"),
      t("bid.cancel.late.text", { hours: bidInfo.cancelDeadlineHour }),
    );
  return (
    <Dialog
      title={t("bid.cancel.title")}
      onClose={() => {
        if (!isSending) onClose();
      }}
      actions={
        <>
          <Button onClick={onClose} disabled={isSending}>
            {t("bid.cancel.keep")}
          </Button>
          <Button
            kind="danger"
            isPending={isSending}
            onClick={() => {
              if (isSame && !isSending) cancel(isSame);
            }}
          >
            {t("bid.cancel.submit")}
          </Button>
        </>
      }
    >
      <p>{t("bid.cancel.text", { amount: formatYen(bid.amount) })}</p>
      <p>{again()}</p>
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}
