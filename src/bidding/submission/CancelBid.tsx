import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bidStatuses } from "../../../domain/bidStatus";
import { formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { CallError, request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { refreshSession } from "../../providers/session";
import { useIdempotencyKey } from "../../providers/useIdempotencyKey";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import type { OwnBid } from "./bidTarget";
import { refreshBid } from "./refreshBid";

type CancelBidProps = {
  bid: OwnBid;
  lotId: string;
  bidInfo: LotDetail["bidInfo"];
  onClose: () => void;
};

/**
 * Asks before the viewer's bid is cancelled, and cancels it. After the deadline
 * it says that only the manager can do this.
 */
export function CancelBid({ bid, lotId, bidInfo, onClose }: CancelBidProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const { capabilities } = useWorkspace();
  const { keyFor } = useIdempotencyKey();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const isLate = error instanceof CallError && error.code === "cant_cancel";

  const reload = async () => {
    // If the balance cannot be read, it stays as it was until the next call.
    refreshSession().catch(() => undefined);
    await refreshBid(queryClient, lotId);
  };
  const cancel = async () => {
    const { bidId, version } = bid;
    const body = {
      bidId,
      status: bidStatuses.cancel,
      ...(version === undefined ? {} : { version }),
    };
    setSending(true);
    setError(undefined);
    try {
      await request("/bid/update-bid-status", {
        method: "PUT",
        body,
        headers: capabilities.idempotencyKeys
          ? { "Idempotency-Key": keyFor(body) }
          : undefined,
      });
      await reload();
      onClose();
    } catch (failure) {
      setError(failure);
      if (failure instanceof CallError && failure.status === 409) void reload();
    } finally {
      setSending(false);
    }
  };

  if (!bidInfo.cancellationAllowed || isLate)
    return (
      <Dialog
        title={t("bid.cancel.late.title")}
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            {t("bid.cancel.late.close")}
          </Button>
        }
      >
        <p>
          {t("bid.cancel.late.text", { hours: bidInfo.cancelDeadlineHour })}
        </p>
      </Dialog>
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
              if (!isSending) void cancel();
            }}
          >
            {t("bid.cancel.submit")}
          </Button>
        </>
      }
    >
      <p>{t("bid.cancel.text", { amount: formatYen(bid.amount) })}</p>
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
}
