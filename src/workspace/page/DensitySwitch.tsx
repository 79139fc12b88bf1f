import { useT } from "../../providers/i18n/useT";
import { Segmented } from "../../ui/Segmented";
import { densities, useDensity } from "../rows/useGridLayout";

/** Switches between the row heights of the data grid. */
export function DensitySwitch() {
  const [chosen, choose] = useDensity();
  const t = useT();
  return (
    <Segmented
      label={t("list.grid.density.title")}
      segments={densities.map((density) => ({
        value: density,
        content: t(`list.grid.density.${density}`),
      }))}
      value={chosen}
      onChange={choose}
    />
  );
}
