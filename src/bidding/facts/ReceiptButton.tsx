import { useState } from "react";
import { fetchFile } from "../../providers/fetchFile";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";

/**
 * Downloads the receipt of the bid, with the time in the reader's time zone. Empty if
 * the server has no receipts.
 */
export function ReceiptButton({ bidId }: { bidId: string }) {
  const t = useT();
  const { isOwnServer } = useWorkspace();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!isOwnServer) return null;
  const download = async () => {
    setPending(true);
    setError(undefined);
    try {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      await fetchFile("/bid/receipt", { bidId, timeZone });
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button
        kind="ghost"
        isPending={isPending}
        onClick={() => void download()}
      >
        {t("bid.mine.receipt")}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}
