import { savedParams, savedType } from "../../../domain/listing/savedSearch";
import { longestSavedTitle } from "../../../domain/limits";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { useListing, useListQuery } from "../listing/ListingContext";
import { saveSearch, useSearchChange } from "./useSavedSearches";
import { titleOf, useSummary } from "./useSummary";

/** Saves the search of an empty list and alerts its owner to new rows at once. */
export default function NotifyMe() {
  const t = useT();
  const { resource } = useListing();
  const { state } = useListQuery();
  const title = titleOf(useSummary()(state), longestSavedTitle);
  const { mutate, isPending, isSuccess, error } = useSearchChange(saveSearch);
  if (isSuccess) return <p role="status">{t("saved.done.text", { title })}</p>;
  return (
    <>
      <Button
        kind="primary"
        isPending={isPending}
        onClick={() => {
          const params = savedParams(resource, state);
          const type = savedType(resource);
          mutate({ title, params, type, notify: "now" });
        }}
      >
        {t(resource.pageType ? "saved.notify.me" : "saved.notify.rowsMe")}
      </Button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
