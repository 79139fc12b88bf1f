import { useT } from "../../providers/i18n/useT";
import { Segmented } from "../../ui/Segmented";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useView } from "../listing/useView";
import { useFieldLabel } from "../useLabels";
import styles from "./Board.module.css";

/** Chooses the field of the board. Says why no card of it can be moved while others can. */
export function BoardBar({ field }: { field: string }) {
  const { resource, row } = useListing();
  const { boards = [], actions = [] } = resource;
  const [, setView] = useView(resource);
  const label = useFieldLabel(row);
  const { change } = useListQuery();
  const t = useT();
  const moved = actions.flatMap(({ values = {} }) => Object.keys(values));
  const isReadOnly =
    !moved.includes(field) && boards.some((name) => moved.includes(name));
  if (boards.length < 2) return null;
  return (
    <div className={styles.bar}>
      <Segmented
        label={t("list.board.by")}
        segments={boards.map((name) => ({ value: name, content: label(name) }))}
        value={field}
        onChange={(board) => {
          change((latest) => ({ ...latest, board }));
          setView("board", board);
        }}
      />
      {isReadOnly && <p className={styles.hint}>{t("list.board.readOnly")}</p>}
    </div>
  );
}
