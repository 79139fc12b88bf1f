import styles from "./cells.module.css";
import cellStyles from "../../workspace/cells/cells.module.css";
import type { CSSProperties } from "react";
import { lotStatusTone } from "../../../domain/lotStatus";
import { formatYen } from "../../../domain/money";
import { textSection } from "../../../domain/resource";
import { preferTexts, useT } from "../../providers/i18n/useT";
import { ConditionBadge, StatusPill } from "../../ui/Badge";
import {
  noValue,
  useFieldText,
  useKnownTexts,
} from "../../workspace/fieldText";
import type { CellProps } from "../../workspace/registry/cells";
import { classes } from "../../ui/classes";
import { TwoLines } from "../../workspace/cells/TextCell";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { useFieldLabel } from "../../workspace/useLabels";

const enSpace = "\u2002";

/** The auction grade as a badge, with the other fields beside it. */
export function ConditionCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const [condition = "", ...rest] = fields;
  return (
    <>
      <ConditionBadge grade={write(condition, row[condition])} />
      {rest.map((name) => `${enSpace}${write(name, row[name])}`)}
    </>
  );
}

/** The lot's status at its auction, and the viewer's own bid below. */
export function LotStatusCell({ row, schema, fields }: CellProps) {
  const write = useFieldText();
  const t = preferTexts(textSection(schema, row), useT());
  const [status = "", ...rest] = fields;
  const amount = rest
    .map((name) => row[name])
    .find((value) => typeof value === "number");
  const text = write(status, row[status], row);
  return (
    <>
      {text === noValue ? (
        text
      ) : (
        <StatusPill tone={lotStatusTone(Number(row[status]))}>
          {text}
        </StatusPill>
      )}
      {amount !== undefined && (
        <div className={styles.ownBid}>
          {t("list.myBid", { amount: formatYen(amount) })}
        </div>
      )}
    </>
  );
}

/** Engine and gearbox, and the colour with a swatch below. */
export function EngineCell({ row, schema, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const isColor = (name: string) =>
    schema.properties[name]?.["x-dictionary"] === "color";
  const texts = knownTexts(
    row,
    fields.filter((name) => !isColor(name)),
  );
  const colors = fields.filter((name) => isColor(name) && row[name]);
  return (
    <TwoLines
      main={texts.join(" · ") || noValue}
      isPlain
      details={
        colors.length > 0 && (
          <Colors
            first={String(row[colors[0] ?? ""])}
            names={colors.map((name) => write(name, row[name]))}
          />
        )
      }
    />
  );
}

/** The names of colours, with a swatch of the first, `first` as the data have it. */
function Colors({ first, names }: { first: string; names: readonly string[] }) {
  const swatch = swatches.find(([pattern]) => pattern.test(first))?.[1];
  const text = names.join(" · ");
  return (
    <div
      className={classes(cellStyles.details, swatch && styles.swatch)}
      style={{ "--swatch": swatch } as CSSProperties}
      title={text}
    >
      {text}
    </div>
  );
}

/** CSS colours by the colour names of auction houses; the first match wins. */
const swatches: readonly (readonly [pattern: RegExp, color: string])[] = [
  [/two|2\s?tone/i, "linear-gradient(135deg, #f6f5f1 50%, #8fb3bd 50%)"],
  [/pearl|p white/i, "#f1eee6"],
  [/white/i, "#fbfbfa"],
  [/black/i, "#26282b"],
  [/silver/i, "#b9bec5"],
  [/gun|gr[ae]y/i, "#5d636b"],
  [/wine|bordeaux|^w$/i, "#6f1f33"],
  [/blue|navy/i, "#2c57a5"],
  [/red/i, "#b9252b"],
  [/beige|gold|champagne/i, "#cdbfa4"],
  [/brown|bronze/i, "#65483a"],
  [/green/i, "#3d5f4b"],
  [/purple|violet/i, "#52366f"],
  [/orange/i, "#d9691e"],
  [/yellow/i, "#e3b92b"],
  [/pink/i, "#dba3b2"],
];

/**
 * The numbers of a row side by side, each named on hover and to screen readers,
 * and the other fields below them. A row without any number shows no value.
 */
export function ScoresCell({ row, schema, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const label = useFieldLabel(schema);
  const isScore = (name: string) =>
    [schema.properties[name]?.type].flat().includes("number");
  const scores = fields.filter(isScore);
  const isScored = scores.some((name) => typeof row[name] === "number");
  const details = knownTexts(
    row,
    fields.filter((name) => !isScore(name)),
  ).join(" · ");
  return (
    <>
      {isScored ? (
        <div className={styles.scores}>
          {scores.map((name) => (
            <span key={name} title={label(name)}>
              <VisuallyHidden>{label(name)}</VisuallyHidden>{" "}
              {write(name, row[name])}
            </span>
          ))}
        </div>
      ) : (
        noValue
      )}
      {details !== "" && (
        <div className={cellStyles.details} title={details}>
          {details}
        </div>
      )}
    </>
  );
}
