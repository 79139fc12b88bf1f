import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import type { ChosenRow } from "../workspace/compare/comparedRows";
import { useCompareChoice } from "../workspace/compare/CompareToggle";

/** The button of a lot's page that adds the lot to the comparison. */
export function CompareButton({ lot }: { lot: ChosenRow }) {
  const t = useT();
  const [isChosen, toggle] = useCompareChoice(lot);
  return (
    <Button aria-pressed={isChosen} onClick={toggle}>
      <Icon name={isChosen ? "check" : "compare"} size={16} />
      {t(isChosen ? "compare.added_lot" : "compare.add_lot")}
    </Button>
  );
}
