import { useT } from "../../providers/i18n/useT";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { SheetButton } from "../../ui/SheetButton";
import { useDraft, useListFacets, useListing } from "../listing/ListingContext";
import {
  FacetsFailure,
  FilterControls,
  ShowButton,
  usePanelFilters,
} from "./FilterPanel";
import { QuickSearch } from "./QuickSearch";
import { TagChips, useActiveFilterCount } from "./TagChips";
import styles from "./FilterSheet.module.css";

/** The filters on a phone: some above the rows, and a sheet with all of them. */
export function PhoneFilters() {
  const { main } = usePanelFilters();
  return (
    <>
      <div className={styles.chips}>
        <FilterControls filters={main} place="row" />
        <FilterControls filters={main} place="bar" />
      </div>
      <FilterSheet />
    </>
  );
}

/** A button within reach of the thumb that opens the sheet. */
function FilterSheet() {
  const t = useT();
  const count = useActiveFilterCount();
  const { requestAllFacets } = useListFacets();
  return (
    <SheetButton
      kind="primary"
      className={styles.open}
      onOpen={requestAllFacets}
      dialog={(onClose) => <Sheet onClose={onClose} />}
    >
      <Icon name="filter" />
      {t("list.filters")}
      {count > 0 && <b>{count}</b>}
    </SheetButton>
  );
}

function Sheet({ onClose }: { onClose: () => void }) {
  const { resource } = useListing();
  const draft = useDraft();
  const t = useT();
  const { main, extra } = usePanelFilters();
  const filters = [...main, ...extra];
  const apply = () => {
    draft.apply();
    onClose();
  };
  return (
    <Dialog
      title={t("list.filters")}
      size="full"
      onClose={onClose}
      actions={<ShowButton onClick={apply} />}
    >
      <form
        className={styles.sheet}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <FacetsFailure />
        <TagChips filters={filters} className={styles.tags} />
        <FilterControls filters={filters} place="row" />
        {resource.search && <QuickSearch />}
        <FilterControls filters={filters} place="grid" />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
