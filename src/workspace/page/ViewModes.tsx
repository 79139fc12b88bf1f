import { viewsOf, type View } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { Segmented } from "../../ui/Segmented";
import { useListing } from "../listing/ListingContext";

const icons = { default: "list", card: "cards", grid: "grid" } as const;

/** Switches between a table, cards and a grid of photos. */
export function ViewModes({
  view,
  onChange,
}: {
  view: View;
  onChange: (view: View) => void;
}) {
  const { resource } = useListing();
  const t = useT();
  const views = viewsOf(resource);
  if (views.length < 2) return null;
  return (
    <Segmented
      label={t("list.view.title")}
      segments={views.map((mode) => ({
        value: mode,
        content: <Icon name={icons[mode]} size={16} />,
        label: t(`list.view.${mode}`),
      }))}
      value={view}
      onChange={onChange}
    />
  );
}
