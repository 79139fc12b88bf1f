import { lazy, Suspense } from "react";
import { forRole, type View } from "../../../domain/resource";
import { CardList } from "../rows/CardList";
import { SimpleTable } from "../rows/SimpleTable";
import { useTextTools } from "../useFieldText";
import { EmptyList } from "./EmptyList";
import { useListing, useListRows } from "../listing/ListingContext";
import { useIsTablet } from "../listing/useMedia";

const GridTable = lazy(() => import("../rows/GridTable"));

/** The rows in the chosen view. The role decides between the two tables. */
export function ListRows({ view }: { view: View }) {
  const { resource, isPhone } = useListing();
  const isTablet = useIsTablet();
  const { role } = useTextTools();
  const { rows, problems, error, isOutdated } = useListRows();
  if (!rows && error) return null;
  if (rows?.length === 0 && !isOutdated)
    return problems.length > 0 ? null : <EmptyList />;
  if (isPhone) return <CardList rows={rows} arrangement="list" />;
  if (view !== "default") return <CardList rows={rows} arrangement={view} />;
  if (forRole(resource.table, role) === "simple")
    return isTablet && resource.views.length < 2 ? (
      <CardList rows={rows} arrangement="card" />
    ) : (
      <SimpleTable rows={rows} />
    );
  return (
    <Suspense fallback={<SimpleTable rows={undefined} />}>
      <GridTable rows={rows} />
    </Suspense>
  );
}
