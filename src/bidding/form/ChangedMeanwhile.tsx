import { formatYen } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { FactList, type Fact } from "../../ui/FactList";
import { Notice } from "../../ui/Notice";
import type { WidgetValue } from "../../workspace/registry/areaModule";
import { useAuthorText } from "../../workspace/useLabels";
import type { OwnBid } from "../facts/bidTarget";
import { noneOption } from "./useBidOptions";
import type { BidForm } from "./useBidForm";
import styles from "./BidForm.module.css";

type ChangedMeanwhileProps = {
  form: BidForm;
  /** The bid that the form began with, and the bid as it is now. */
  before: OwnBid;
  now: OwnBid;
  /** Goes on with the typed values, over the bid as it is now. */
  onKeep: () => void;
  /** Takes over the bid as it is now. */
  onTake: () => void;
};

/**
 * Says that somebody else has changed the bid while its form was open, and offers both
 * the saved values and the values of the form.
 */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { form, before, now, onKeep, onTake } = props;
  const t = useT();
  const author = useAuthorText();
  const yen = (amount: number | null) =>
    amount === null ? "--" : formatYen(amount);
  const option = (name: "bidGroup" | "bidType", id: WidgetValue) => {
    const field = form.fields.find((known) => known.name === name);
    const value = typeof id === "number" ? String(id) : (id ?? noneOption);
    const known = field?.options?.options.find((one) => one.value === value);
    return known?.label ?? t("bid.field.notChosen");
  };
  const fact = (label: string, theirs: string, mine: string): Fact => ({
    label,
    value: t("bid.changed.both", { theirs, mine }),
  });
  const facts = [
    ...(now.amount === before.amount
      ? []
      : [fact(t("bid.field.amount"), yen(now.amount), yen(form.amount))]),
    ...(
      [
        ["bidGroup", before.group, now.group],
        ["bidType", before.type, now.type],
      ] as const
    ).flatMap(([name, old, present]) =>
      old === present
        ? []
        : [
            fact(
              t(`bid.field.${name}`),
              option(name, present),
              option(name, form.valueOf(name)),
            ),
          ],
    ),
  ];
  return (
    <div className={styles.wide}>
      <Notice tone="error" role="alert">
        <div>
          <p>{t("bid.changed.text", { who: author(now.changed) })}</p>
          <FactList layout="rows" facts={facts} />
          <div className={styles.choices}>
            <Button kind="primary" onClick={onTake}>
              {t("bid.changed.take")}
            </Button>
            <Button onClick={onKeep}>{t("bid.changed.keep")}</Button>
          </div>
        </div>
      </Notice>
    </div>
  );
}
