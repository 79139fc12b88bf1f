import { useTranslate } from "ra-core";
import { useState } from "react";
import type { Tile as DeclaredTile } from "../../../domain/dashboard";
import type { DashboardTile } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { preloadable } from "../../ui/preloadable";
import { readableKey } from "../../ui/readable";
import { FieldTextProvider } from "../fieldText";
import { GroupsTile } from "./GroupsTile";
import { NumberTile } from "./NumberTile";
import { RowsTile } from "./RowsTile";
import { TileFrame } from "./TileFrame";
import styles from "./Tile.module.css";

const [ChartTile] = preloadable(() => import("./ChartTile"));

type TileProps = {
  /** The name of the dashboard. */
  dashboard: string;
  tile: DeclaredTile;
  /** Undefined while it loads. */
  reply: DashboardTile | undefined;
  onRetry: () => Promise<void>;
};

/** A tile in the texts of its list's fields. A tile that failed offers a retry. */
export function Tile({ dashboard, tile, reply, onRetry }: TileProps) {
  const translate = useTranslate();
  const workspace = useWorkspace();
  const { id, list, kind } = tile;
  const title = translate(`dashboards.${dashboard}.tiles.${id}`, {
    _: readableKey(id),
  });
  const empty = translate(`dashboards.${dashboard}.empty.${id}`, {
    _: translate("dashboard.empty"),
  });
  if (reply?.error !== undefined)
    return <FailedTile title={title} onRetry={onRetry} />;
  const content = { tile, title, empty, reply };
  const hasGroups =
    kind === "groups" ||
    (kind === "chart" && workspace.resource(list).chart?.by !== undefined);
  return (
    <FieldTextProvider row={workspace.row(workspace.resource(list).row)}>
      {(kind === "count" || kind === "sum") && <NumberTile {...content} />}
      {kind === "rows" && <RowsTile {...content} />}
      {hasGroups && <GroupsTile {...content} />}
      {kind === "chart" && !hasGroups && <ChartTile {...content} />}
    </FieldTextProvider>
  );
}

function FailedTile({
  title,
  onRetry,
}: Pick<TileProps, "onRetry"> & { title: string }) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const retry = async () => {
    setPending(true);
    await onRetry().catch(() => undefined);
    setPending(false);
  };
  return (
    <TileFrame title={title}>
      <div className={styles.failure} role="alert">
        <p>{t("dashboard.failed")}</p>
        <Button isPending={isPending} onClick={() => void retry()}>
          {t("shell.retry")}
        </Button>
      </div>
    </TileFrame>
  );
}
