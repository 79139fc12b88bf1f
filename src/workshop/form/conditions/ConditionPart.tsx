import type { Condition } from "../../../../domain/condition/condition";
import { useT } from "../../../providers/i18n/useT";
import { Button } from "../../../ui/Button";
import { IconButton } from "../../../ui/IconButton";
import { Choice } from "./Choice";
import { TestInputs } from "./TestInputs";
import { kindOf, partOf, type Kind, type PartProps } from "./subjects";
import { ViewerInputs } from "./ViewerInputs";
import styles from "./conditions.module.css";

/** One test, or a group of conditions, with the choice of what it is. */
function ConditionPart({
  onRemove,
  ...props
}: PartProps<Condition> & {
  /** Missing if the part cannot be removed alone. */
  onRemove: (() => void) | undefined;
}) {
  const { id, part, builder, onChange } = props;
  const t = useT();
  const kind = kindOf(part);
  return (
    <div
      className={styles.part}
      role="group"
      aria-label={t(`workshop.conditions.kinds.${kind}`)}
    >
      <div className={styles.row}>
        <Choice
          id={`${id}-kind`}
          label={t("workshop.conditions.kind")}
          value={kind}
          choices={builder.kinds.map((value) => ({
            value,
            label: t(`workshop.conditions.kinds.${value}`),
          }))}
          onChange={(next) => {
            const [name = ""] = builder.names;
            onChange(partOf(next as Kind, name, part));
          }}
        />
        {onRemove && (
          <IconButton
            icon="close"
            label={t("workshop.conditions.remove")}
            onClick={onRemove}
          />
        )}
      </div>
      <PartInputs {...props} />
    </div>
  );
}

function PartInputs({ id, part, builder, onChange }: PartProps<Condition>) {
  const [added = "field"] = builder.kinds;
  if ("all" in part)
    return (
      <Parts
        {...{ id, builder, added, parts: part.all }}
        keepsLast
        onChange={(all) => {
          onChange({ all: [...all] });
        }}
      />
    );
  if ("any" in part)
    return (
      <Parts
        {...{ id, builder, added, parts: part.any }}
        keepsLast
        onChange={(any) => {
          onChange({ any: [...any] });
        }}
      />
    );
  if ("not" in part)
    return (
      <ConditionPart
        id={`${id}-not`}
        part={part.not}
        builder={builder}
        onChange={(not) => {
          onChange({ not });
        }}
        onRemove={() => {
          onChange(part.not);
        }}
      />
    );
  return "viewer" in part ? (
    <ViewerInputs {...{ id, part, builder, onChange }} />
  ) : (
    <TestInputs {...{ id, part, builder, onChange }} />
  );
}

/** The parts of a group. With `keepsLast`, the last one cannot be removed alone. */
export function Parts({
  id,
  parts,
  builder,
  keepsLast = false,
  added,
  onChange,
}: Omit<PartProps<never>, "part" | "onChange"> & {
  parts: readonly Condition[];
  keepsLast?: boolean;
  /** The kind of a part that is added. */
  added: Kind;
  onChange: (parts: readonly Condition[]) => void;
}) {
  const t = useT();
  const canRemove = parts.length > (keepsLast ? 1 : 0);
  return (
    <>
      {parts.map((part, index) => (
        <ConditionPart
          // Parts have no id, and are only added at the end.
          key={`${index}/${parts.length}`}
          id={`${id}-${index}`}
          part={part}
          builder={builder}
          onChange={(next) => {
            onChange(parts.with(index, next));
          }}
          onRemove={
            canRemove
              ? () => {
                  onChange(parts.toSpliced(index, 1));
                }
              : undefined
          }
        />
      ))}
      <Button
        onClick={() => {
          onChange([...parts, partOf(added, builder.names[0] ?? "")]);
        }}
      >
        {t("workshop.conditions.add")}
      </Button>
    </>
  );
}
