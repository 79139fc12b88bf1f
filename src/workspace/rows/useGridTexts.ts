import type { GridLocaleText } from "@mui/x-data-grid";
import { useT } from "../../providers/i18n/useT";

/** The words of the data grid that a person can meet here. */
export function useGridTexts(): Partial<GridLocaleText> {
  const t = useT();
  return {
    noRowsLabel: t("list.grid.noRows"),
    columnMenuLabel: t("list.grid.menu"),
    columnMenuAriaLabel: (name) => `${t("list.grid.menu")}: ${name}`,
    columnMenuShowColumns: t("list.grid.columns"),
    columnMenuManageColumns: t("list.grid.manage"),
    columnMenuHideColumn: t("list.grid.hide"),
    columnMenuUnsort: t("list.grid.unsort"),
    columnMenuSortAsc: t("list.grid.ascending"),
    columnMenuSortDesc: t("list.grid.descending"),
    columnHeaderSortIconLabel: t("list.grid.sort"),
    columnsManagementSearchTitle: t("list.grid.search"),
    columnsManagementShowHideAllText: t("list.grid.showAll"),
    columnsManagementReset: t("list.grid.reset"),
  };
}
