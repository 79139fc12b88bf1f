import { useNotify } from "ra-core";
import { useT } from "../../providers/i18n/useT";
import { useListQuery } from "../listing/ListingContext";
import type { StillThere } from "./useStillThere";

/** Long enough to read which parts are gone. */
const noticeMilliseconds = 12_000;

/** Has the list show a saved search; what is no longer there is told once. */
export function useOpenSearch(): (title: string, still: StillThere) => void {
  const { state, change } = useListQuery();
  const notify = useNotify();
  const t = useT();
  return (title, { state: saved, gone }) => {
    change({ ...saved, page: 1, pageSize: state.pageSize });
    if (gone.length > 0)
      notify(t("saved.opened", { title, parts: gone.join(", ") }), {
        type: "warning",
        autoHideDuration: noticeMilliseconds,
      });
  };
}
