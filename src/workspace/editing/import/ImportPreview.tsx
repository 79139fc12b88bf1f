import { useState } from "react";
import { formatNumber } from "../../../../domain/money";
import type { Resource } from "../../../../domain/resource";
import { CallError } from "../../../providers/CallError";
import { useT } from "../../../providers/i18n/useT";
import { useWorkspace } from "../../../providers/workspace";
import { Box } from "../../../ui/Box";
import { Button } from "../../../ui/Button";
import { ErrorNotice } from "../../../ui/ErrorNotice";
import { Notice } from "../../../ui/Notice";
import { Skeleton } from "../../../ui/Skeleton";
import { Tabs } from "../../../ui/Tabs";
import { useFieldLabel } from "../../useLabels";
import { ImportColumns } from "./ImportColumns";
import { ImportEffects } from "./ImportEffects";
import { PreviewRows } from "./PreviewRows";
import {
  useImportCalls,
  usePreview,
  type Batch,
  type ImportKind,
  type Preview,
} from "./importCalls";
import type { ImportTable } from "../../forms/useTable";
import styles from "./import.module.css";

const kinds = ["new", "changed", "ended", "unchanged", "refused"] as const;

/** The planned changes of an import, row by row, and the button that applies them. */
export function ImportPreview({
  resource,
  table,
  number,
  isApplying,
  onColumns,
  onApplying,
  onApplied,
}: {
  resource: Resource;
  table: ImportTable;
  number: number;
  isApplying: boolean;
  onColumns: (columns: (string | null)[]) => void;
  onApplying: (isApplying: boolean) => void;
  onApplied: (batch: Batch) => void;
}) {
  const t = useT();
  const [chosen, setChosen] = useState<ImportKind | null>(null);
  const [page, setPage] = useState(1);
  // The first page shows errors if there are any.
  const first = usePreview(resource, {
    ...{ table, number, show: "refused" as const, page: 1 },
  });
  const show = chosen ?? firstKind(first.data);
  const query = usePreview(resource, { table, number, show, page });
  // The last preview stays on screen if the next one fails.
  const [last, setLast] = useState<Preview | null>();
  const preview = query.data ?? first.data ?? last;
  if (preview !== last) setLast(preview);
  const error = query.error ?? first.error;
  const reload = () => {
    void first.refetch();
    void query.refetch();
  };
  const failure = error && (
    <ErrorNotice
      error={error}
      lead={tableReason(error)}
      isRetrying={first.isFetching || query.isFetching}
      onRetry={reload}
    />
  );
  if (!preview) return failure ?? <Skeleton height={240} />;
  const { counts } = preview;
  const open = (kind: ImportKind) => {
    setChosen(kind);
    setPage(1);
  };
  return (
    <>
      {failure}
      <ImportColumns
        resource={resource}
        preview={preview}
        chosen={table.columns}
        isApplying={isApplying}
        onChange={onColumns}
      />
      {preview.missing.length > 0 ? (
        <Missing resource={resource} names={preview.missing} />
      ) : (
        <>
          <Box title={t("import.preview")}>
            <Tabs
              label={t("import.preview")}
              open={show}
              onOpen={(id) => {
                const kind = kinds.find((each) => each === id);
                if (kind) open(kind);
              }}
              tabs={kinds
                .filter((kind) => kind !== "ended" || resource.import?.ends)
                .map((kind) => ({
                  id: kind,
                  label: `${t(`import.kinds.${kind}`)} ${formatNumber(counts[kind])}`,
                  content: kind === preview.show && (
                    <PreviewRows
                      resource={resource}
                      preview={preview}
                      onPage={setPage}
                    />
                  ),
                }))}
            />
          </Box>
          {preview.hasEffects && writesOf(preview) > 0 && (
            <ImportEffects
              resource={resource}
              table={table}
              preview={preview}
            />
          )}
          <Apply
            resource={resource}
            table={table}
            preview={preview}
            isStale={
              query.isPlaceholderData || query.isFetching || query.isError
            }
            isPending={isApplying}
            onPending={onApplying}
            onApplied={onApplied}
            onChanged={reload}
          />
        </>
      )}
    </>
  );
}

const firstKind = (preview: Preview | null | undefined): ImportKind => {
  if (!preview || preview.counts.refused > 0) return "refused";
  return kinds.find((kind) => preview.counts[kind] > 0) ?? "new";
};

/** Returns the number of rows that the import writes. */
const writesOf = ({ counts }: Preview): number =>
  counts.new + counts.changed + counts.ended;

/** The reason why the text is no table. */
const tableReason = (error: unknown): string | undefined =>
  error instanceof CallError ? error.errors.text?.[0] : undefined;

function Missing({
  resource,
  names,
}: {
  resource: Resource;
  names: readonly string[];
}) {
  const t = useT();
  const label = useFieldLabel(useWorkspace().row(resource.row));
  return (
    <Notice tone="error" role="alert">
      {t("import.columns.missing", {
        fields: names.map((name) => label(name)).join(", "),
      })}
    </Notice>
  );
}

/** Applies what the preview shows. Rows with errors stop it unless they are left out. */
function Apply({
  resource,
  table,
  preview,
  isStale,
  isPending,
  onPending,
  onApplied,
  onChanged,
}: {
  resource: Resource;
  table: ImportTable;
  preview: Preview;
  isStale: boolean;
  isPending: boolean;
  onPending: (isPending: boolean) => void;
  onApplied: (batch: Batch) => void;
  /** Reads the preview again, because rows have changed. */
  onChanged: () => void;
}) {
  const t = useT();
  const { apply } = useImportCalls(resource);
  const [validOnly, setValidOnly] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { digest, counts } = preview;
  const { refused } = counts;
  const writes = writesOf(preview);
  const isBlocked = refused > 0 && !validOnly;
  const send = async () => {
    onPending(true);
    setError(null);
    try {
      const batch = await apply(table, { digest, validOnly });
      if (batch) onApplied(batch);
    } catch (thrown) {
      setError(thrown);
      const isChanged =
        thrown instanceof CallError && thrown.code === "import_changed";
      if (isChanged) onChanged();
    } finally {
      onPending(false);
    }
  };
  if (writes === 0 && refused === 0)
    return <Notice tone="info">{t("import.nothing")}</Notice>;
  return (
    <div className={styles.apply}>
      {error !== null && <ErrorNotice error={error} />}
      {refused > 0 && writes > 0 && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={validOnly}
            onChange={({ target }) => {
              setValidOnly(target.checked);
            }}
          />
          {t("import.validOnly", { smart_count: refused })}
        </label>
      )}
      {isBlocked && <p>{t("import.blocked")}</p>}
      {writes > 0 && (
        <div className={styles.buttons}>
          <Button
            kind="primary"
            isPending={isPending}
            disabled={isBlocked || isStale}
            onClick={() => void send()}
          >
            {t("import.apply", { smart_count: writes })}
          </Button>
        </div>
      )}
    </div>
  );
}
