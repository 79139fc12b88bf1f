import { useT } from "../providers/i18n/useT";
import { commandKey } from "../ui/commandKey";
import { Dialog } from "../ui/Dialog";
import { KeyList } from "../ui/KeyList";

/** The keys that every page has. */
export function KeysEverywhere() {
  const t = useT();
  return (
    <KeyList
      title={t("actions.help.everywhere")}
      entries={[
        { keys: `${commandKey}K`, text: t("actions.help.palette") },
        { keys: "?", text: t("actions.help.help") },
      ]}
    />
  );
}

/** The help of pages without keys of their own. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t("actions.help.title")} onClose={onClose}>
      <KeysEverywhere />
    </Dialog>
  );
}
