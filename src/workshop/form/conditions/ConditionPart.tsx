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
export function ConditionPart({
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
  if ("all" in part)
    return (
      <Parts
        {...{ id, builder, parts: part.all }}
        onChange={(all) => {
          onChange({ all });
        }}
      />
    );
  if ("any" in part)
    return (
      <Parts
        {...{ id, builder, parts: part.any }}
        onChange={(any) => {
          onChange({ any });
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

/** The parts of a group. The last one cannot be removed alone. */
function Parts({
  id,
  parts,
  builder,
  onChange,
}: Omit<PartProps<never>, "part" | "onChange"> & {
  parts: readonly Condition[];
  onChange: (parts: Condition[]) => void;
}) {
  const t = useT();
  return (
    <>
      {parts.map((part, index) => (
        <ConditionPart
          key={`${index}/${parts.length}`}
          id={`${id}-${index}`}
          part={part}
          builder={builder}
          onChange={(next) => {
            onChange(parts.with(index, next));
          }}
          onRemove={
            parts.length > 1
              ? () => {
                  onChange(parts.toSpliced(index, 1));
                }
              : undefined
          }
        />
      ))}
      <Button
        onClick={() => {
          const [kind = "field"] = builder.kinds;
          onChange([...parts, partOf(kind, builder.names[0] ?? "")]);
        }}
      >
        {t("workshop.conditions.add")}
      </Button>
    </>
  );
}
