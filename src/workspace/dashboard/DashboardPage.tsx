import { useTranslate } from "ra-core";
import { tileSize, type Dashboard } from "../../../domain/dashboard";
import { PageHeader } from "../../layout/PageHeader";
import { QueryFailure } from "../../ui/QueryFailure";
import { classes } from "../../ui/classes";
import { readableKey } from "../../ui/readable";
import { Tile } from "./Tile";
import styles from "./DashboardPage.module.css";
import { useDashboard } from "./useDashboard";

/** The page of a dashboard, drawn from its declaration. */
export default function DashboardPage({ dashboard }: { dashboard: Dashboard }) {
  const translate = useTranslate();
  const { query, refresh } = useDashboard(dashboard);
  const { name, tiles } = dashboard;
  const title = translate(`dashboards.${name}.title`, {
    _: readableKey(name.replaceAll("-", "_")),
  });
  const { data, error } = query;
  const isEmpty = !data && error;
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.page}>
        <QueryFailure {...query} />
        {!isEmpty && (
          <ul className={styles.grid} aria-label={title} aria-busy={!data}>
            {tiles.map((tile) => (
              <li
                key={tile.id}
                className={classes(styles.cell, styles[tileSize(tile)])}
                data-tile={tile.id}
              >
                <Tile
                  dashboard={name}
                  tile={tile}
                  reply={data?.[tile.id]}
                  onRetry={() => refresh([tile.id])}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
