import { useMutation } from "@tanstack/react-query";
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      return fetchFile("/bid/receipt", { bidId, timeZone });
    },
  });
  if (!isOwnServer) return null;
  return (
    <>
      <Button kind="ghost" isPending={isPending} onClick={() => mutate()}>
        {t("bid.mine.receipt")}
      </Button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
