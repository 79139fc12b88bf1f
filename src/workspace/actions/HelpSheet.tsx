import { KeysEverywhere } from "../../layout/KeySheet";
import { useT } from "../../providers/i18n/useT";
import { commandKey } from "../../ui/commandKey";
import { Dialog } from "../../ui/Dialog";
import { KeyList } from "../../ui/KeyList";
import { useListing } from "../listing/ListingContext";
import { useListActions } from "../listing/listActions";
import { listKey } from "../listing/useListKey";
import { useArrangement, useView } from "../listing/useView";
import { useActionTexts } from "./actionTexts";
import type { KnownAction } from "./knownActions";

/** Lists the keys of the actions and of the list. */
export function HelpSheet({
  known,
  onClose,
}: {
  known: readonly KnownAction[];
  onClose: () => void;
}) {
  const { resource } = useListing();
  const { isSelectable } = useListActions();
  const [view] = useView(resource);
  const { table } = useArrangement(view === "board" ? "card" : view);
  const isGrid = table === "grid";
  const { label, choiceText } = useActionTexts();
  const t = useT();
  const actions = known.flatMap((each) => {
    const { action, choice } = each;
    const { shortcut = [] } = action;
    return shortcut.map((key, index) => {
      const value = choice?.values[index];
      return {
        keys: key.toUpperCase(),
        text:
          value === undefined
            ? label(action)
            : `${label(action)}: ${choiceText(each, value)}`,
      };
    });
  });
  const list = [
    { keys: listKey, text: t("actions.help.list") },
    // Cards are tab stops each: no key moves between them.
    ...(table
      ? [
          { keys: "↑ ↓", text: t("actions.help.move") },
          {
            keys: "Home End",
            text: t(`actions.help.${isGrid ? "cells" : "ends"}`),
          },
          {
            keys: "PgUp PgDn",
            text: t(`actions.help.${isGrid ? "screens" : "pages"}`),
          },
        ]
      : []),
    { keys: "Enter", text: t("actions.help.open_row") },
    ...(isSelectable
      ? [
          { keys: "Space", text: t("actions.help.select") },
          { keys: "Esc", text: t("actions.help.clear") },
        ]
      : []),
    { keys: `${commandKey}Z`, text: t("actions.help.undo") },
  ];
  return (
    <Dialog title={t("actions.help.title")} onClose={onClose}>
      <KeyList title={t("actions.help.onRows")} entries={actions} />
      <KeyList title={t("actions.help.inList")} entries={list} />
      <KeysEverywhere />
    </Dialog>
  );
}
