import type { Density } from "./useGridLayout";

/** Row heights in pixels: the photo and the space around it. */
export const rowHeights: Record<Density, number> = {
  compact: 55,
  standard: 81,
  comfortable: 97,
};

/** Makes the data grid look like `SimpleTable`. */
export const gridStyles = {
  "--DataGrid-t-color-border-base": "var(--line)",
  "--DataGrid-t-header-background-base": "var(--surface)",
  "--DataGrid-rowBorderColor": "var(--line)",
  border: "1px solid var(--line)",
  borderRadius: "var(--radius)",
  background: "var(--surface)",
  color: "var(--ink)",
  fontSize: "14px",
  "& .MuiDataGrid-columnHeader": { padding: "0 12px" },
  "& .MuiDataGrid-columnHeaderTitle": {
    color: "var(--ink-3)",
    fontSize: "12px",
    fontWeight: 520,
  },
  "& .MuiDataGrid-cell": {
    display: "flex",
    alignItems: "center",
    padding: "0 12px",
    lineHeight: "18px",
  },
  "& .MuiDataGrid-cell--textRight": { justifyContent: "flex-end" },
  "& .MuiDataGrid-row": { position: "relative" },
  "& .MuiDataGrid-row:hover": {
    background: "color-mix(in srgb, var(--accent-tint) 50%, transparent)",
  },
  "& .MuiDataGrid-row.visited a": { color: "var(--ink-2)", fontWeight: 480 },
  "& [data-row-link]::after": { display: "none" },
} as const;
