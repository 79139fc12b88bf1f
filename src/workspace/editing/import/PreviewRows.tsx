import type { Resource } from "../../../../domain/resource";
import { useT } from "../../../providers/i18n/useT";
import { useWorkspace } from "../../../providers/workspace";
import { Button } from "../../../ui/Button";
import { useFieldText, useKnownTexts } from "../../fieldText";
import { useFieldLabel } from "../../useLabels";
import type { Preview, PreviewRow } from "./importCalls";
import styles from "./import.module.css";

/** One page of the rows of a kind. */
export function PreviewRows({
  resource,
  preview: { rows, counts, show, page, pageSize },
  onPage,
}: {
  resource: Resource;
  preview: Preview;
  onPage: (page: number) => void;
}) {
  const t = useT();
  const pages = Math.max(1, Math.ceil(counts[show] / pageSize));
  if (rows.length === 0)
    return <p className={styles.none}>{t("import.noRows")}</p>;
  return (
    <>
      <ol className={styles.rows}>
        {rows.map((row, index) => (
          <li key={`${row.line ?? ""} ${row.id ?? ""} ${index}`}>
            <RowFacts resource={resource} row={row} />
          </li>
        ))}
      </ol>
      {pages > 1 && (
        <div className={styles.paging}>
          <Button
            disabled={page === 1}
            onClick={() => {
              onPage(page - 1);
            }}
          >
            {t("import.previous")}
          </Button>
          <span>{t("import.page", { page, pages })}</span>
          <Button
            disabled={page >= pages}
            onClick={() => {
              onPage(page + 1);
            }}
          >
            {t("import.next")}
          </Button>
        </div>
      )}
    </>
  );
}

/** A row with its number in the file, its key, and its changes or its errors. */
function RowFacts({
  resource,
  row: { line, id, key, changes, faults },
}: {
  resource: Resource;
  row: PreviewRow;
}) {
  const t = useT();
  const write = useFieldText();
  const known = useKnownTexts();
  const label = useFieldLabel(useWorkspace().row(resource.row));
  const isNew = id === null;
  const keys = resource.import?.key ?? [];
  const shown = changes.filter(({ field }) => !isNew || !keys.includes(field));
  const title = known(key, keys).join(", ");
  return (
    <>
      <p className={styles.who}>
        {line !== null && (
          <b>
            {t("import.row")} {line}
          </b>
        )}{" "}
        {faults.length === 0 && title}
      </p>
      {shown.length > 0 && (
        <dl className={styles.values}>
          {shown.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{label(field)}</dt>
              <dd>
                {!isNew && (
                  <>
                    <del>{write(field, before)}</del>{" "}
                    <span aria-hidden="true">→</span>{" "}
                  </>
                )}
                <ins>{write(field, after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {faults.length > 0 && (
        <dl className={styles.values}>
          {faults.map(({ column, field, text, reason }, index) => (
            <div key={index}>
              <dt>
                {column ??
                  (field === null ? t("import.wholeRow") : label(field))}
              </dt>
              <dd>
                {text !== "" && <q className={styles.cell}>{text}</q>}{" "}
                <span className={styles.reason}>{reason}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
