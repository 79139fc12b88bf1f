import type { RowRecord } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import { useListActions } from "../listing/listActions";
import { useRowTitle } from "../listing/rowTitle";
import { useMoves } from "./moves";

/** Opens the menu with the columns that the card of a row can enter; nothing without one. */
export function MoveButton({ record }: { record: RowRecord }) {
  const { request } = useListActions();
  const { of } = useMoves();
  const t = useT();
  const title = useRowTitle()(record);
  const moves = [...of(record).values()];
  if (moves.length === 0) return null;
  return (
    <IconButton
      icon="move"
      label={t("list.board.move", { row: title })}
      aria-haspopup="dialog"
      data-move
      onClick={({ currentTarget }) => {
        request.set({
          kind: "menu",
          record,
          anchor: currentTarget,
          actionIds: moves.map(({ id }) => id),
        });
      }}
    />
  );
}
