import { useStore } from "ra-core";
import { viewsOf, type Resource, type View } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { Segmented } from "../../ui/Segmented";
import { useListing } from "../listing/ListingContext";

const icons = { default: "list", card: "cards", grid: "grid" } as const;

/** Returns the last chosen view of a list, or its first one. */
export function useView(
  resource: Resource,
): [view: View, setView: (view: View) => void] {
  const views = viewsOf(resource);
  const standard = views[0] ?? "default";
  const [stored, store] = useStore<View>(`${resource.name}.view`, standard);
  return [views.includes(stored) ? stored : standard, store];
}

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
