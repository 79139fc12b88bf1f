import { useState } from "react";
import { useNotify, useStoreContext } from "ra-core";
import type { ExportFormat } from "../../../domain/listing/exportFormat";
import { errorText } from "../../providers/errorText";
import { useT } from "../../providers/i18n/useT";
import { useListing, useListQuery } from "../listing/ListingContext";

/** Has the list come as a file; what hinders it is told in words. */
export function useExport(): {
  exportAs: (format: ExportFormat) => void;
  isPending: boolean;
} {
  const { resource } = useListing();
  const { state } = useListQuery();
  const store = useStoreContext();
  const notify = useNotify();
  const t = useT();
  const [isPending, setIsPending] = useState(false);
  const fetchFile = async (format: ExportFormat) => {
    const { downloadList } = await import("./downloadList");
    await downloadList({ resource, state, format, store });
  };
  return {
    isPending,
    exportAs: (format) => {
      setIsPending(true);
      fetchFile(format)
        .catch((error: unknown) => {
          notify(errorText(error, t), { type: "error" });
        })
        .finally(() => {
          setIsPending(false);
        });
    },
  };
}
