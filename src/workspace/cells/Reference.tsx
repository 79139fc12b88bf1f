import {
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { debounce } from "../../../domain/limits";
import type { Column } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Skeleton } from "../../ui/Skeleton";
import { preloadable } from "../../ui/preloadable";
import { useIsPhone } from "../../ui/useMedia";
import { LazyPopup } from "../LazyPopup";
import { useFieldText, useKnownTexts } from "../fieldText";
import type { CellProps } from "../registry/cells";
import { TwoLines } from "./TextCell";
import styles from "./Reference.module.css";

const [HoverCard] = preloadable(
  async () => ({
    default: (await import("../../ui/HoverCard")).HoverCard,
  }),
  null,
);
const [RowSummary] = preloadable(() => import("./RowSummary"));

type RefersTo = NonNullable<Column["refersTo"]>;

/** The fields of a column whose first one names a row of another list. */
export function ReferenceCell({
  row,
  fields,
  refersTo,
  tabIndex,
}: Pick<CellProps, "row" | "fields"> & {
  refersTo: RefersTo;
  tabIndex?: number | undefined;
}) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [first = "", ...rest] = fields;
  const text = write(first, row[first]);
  return (
    <TwoLines
      main={
        <Reference
          row={row}
          refersTo={refersTo}
          name={text}
          tabIndex={tabIndex}
        />
      }
      details={knownTexts(row, rest).join(" · ")}
    />
  );
}

/**
 * The name of a row of another list. Pointing at it for 200 ms shows the facts of that
 * row, and so does pressing it, which also moves the focus there. On a phone they are
 * in a sheet. Plain text if the viewer may not see the other list.
 */
export function Reference({
  row,
  refersTo: { list, by },
  name,
  tabIndex,
}: {
  row: Row;
  refersTo: RefersTo;
  name: string;
  tabIndex?: number | undefined;
}) {
  const resource = useWorkspace().resources.find((each) => each.name === list);
  const id = row[by];
  return resource?.calls.detail && typeof id === "string" ? (
    <Opener name={name} tabIndex={tabIndex}>
      <RowSummary resource={resource} id={id} />
    </Opener>
  ) : (
    name
  );
}

function Opener({
  name,
  tabIndex,
  children,
}: {
  name: string;
  tabIndex: number | undefined;
  children: ReactNode;
}) {
  const [shown, setShown] = useState<"card" | "popup" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPhone = useIsPhone();
  const t = useT();
  const label = t("row.about", { name });
  const stop = () => {
    clearTimeout(timer.current);
  };
  useEffect(() => stop, []);
  const later = (show: "card" | null) => {
    stop();
    timer.current = setTimeout(() => {
      setShown((present) => (present === "popup" ? present : show));
    }, debounce.popover);
  };
  const close = useCallback(() => {
    setShown(null);
  }, []);
  const content = (
    <Suspense fallback={<Skeleton height={280} />}>{children}</Suspense>
  );
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.name}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        onPointerEnter={({ pointerType }) => {
          if (pointerType === "mouse") later("card");
        }}
        onPointerLeave={() => {
          later(null);
        }}
        onClick={() => {
          stop();
          setShown("popup");
        }}
      >
        {name}
      </button>
      {shown && (
        <Suspense fallback={null}>
          {shown === "card" ? (
            <HoverCard
              anchor={() => button.current}
              label={label}
              className={styles.card}
              onEnter={stop}
              onLeave={() => {
                later(null);
              }}
              onClose={close}
            >
              {content}
            </HoverCard>
          ) : (
            <LazyPopup
              label={label}
              title={name}
              anchor={() => button.current}
              isPhone={isPhone}
              className={styles.card}
              onClose={close}
            >
              {content}
            </LazyPopup>
          )}
        </Suspense>
      )}
    </>
  );
}
