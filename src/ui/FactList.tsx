import type { ReactNode } from "react";
import { Box } from "./Box";
import { classes } from "./classes";
import styles from "./FactList.module.css";

export type Fact = {
  label: string;
  value: ReactNode;
  /** Takes a whole line of the grid. */
  isWide?: boolean;
  isStrong?: boolean;
};

type FactListProps = {
  facts: readonly Fact[];
  /**
   * `rows`: one fact a line, the value at the right. `grid`: three facts a
   * line, the value below its label.
   */
  layout: "rows" | "grid";
};

/** Read-only facts with their labels. */
export const FactList = ({ facts, layout }: FactListProps) => (
  <dl className={styles[layout]}>
    {facts.map(({ label, value, isWide, isStrong }, index) => (
      <div
        // Two facts may have the same label.
        key={`${index} ${label}`}
        className={classes(
          styles.fact,
          isWide && styles.wide,
          isStrong && styles.strong,
        )}
      >
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Facts in a framed section with a heading. */
export const FactBox = ({
  title,
  tools,
  facts,
  layout = "grid",
}: Partial<FactListProps> & {
  title: string;
  tools?: ReactNode;
  facts: readonly Fact[];
}) => (
  <Box title={title} tools={tools}>
    <div className={styles.inBox}>
      <FactList layout={layout} facts={facts} />
    </div>
  </Box>
);
