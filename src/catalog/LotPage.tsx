import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import type { Resource } from "../../domain/resource";
import type { BikeDetail, LotDetail } from "../../generated/schemas";
import { PageHeader } from "../layout/PageHeader";
import { CallError } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { isUnknownRow, readRow } from "../providers/rowApi";
import { useWorkspace } from "../providers/workspace";
import { Empty } from "../ui/Empty";
import { QueryFailure } from "../ui/QueryFailure";
import { LinkButton } from "../ui/LinkButton";
import { Skeleton } from "../ui/Skeleton";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import { detailPath } from "../workspace/detailPath";
import { moveOpened } from "../workspace/openedFrom";
import { LotView } from "./LotView";
import { NeighbourLinks } from "./neighbours/NeighbourLinks";
import { shownLot } from "../../domain/shownLot";
import styles from "./LotPage.module.css";

/** The page of a lot: photos, facts and what areas add beside them. */
export default function LotPage({ resource }: { resource: Resource }) {
  const { id = "" } = useParams();
  const { resources } = useWorkspace();
  const query = useQuery({
    queryKey: ["detail", resource.name, id],
    queryFn: async ({ signal }) => {
      const { detail } = await readRow<LotDetail | BikeDetail>(resource, {
        id,
        signal,
      });
      return shownLot(detail);
    },
  });
  const { data, error } = query;
  // A lot can move or end while its page is open.
  const movedTo = movedPath(error, { resource, resources });
  if (movedTo !== null) return <MovedLot to={movedTo} />;
  if (isUnknownRow(error, data)) return <LotNotFound resource={resource} />;
  if (data)
    return (
      <>
        <QueryFailure {...query} />
        <LotView resource={resource} lot={data} />
      </>
    );
  return (
    <Waiting>{error ? <QueryFailure {...query} /> : <LotSkeleton />}</Waiting>
  );
}

/** Returns the page of a lot that moved to another list, such as the statistics. */
function movedPath(
  error: unknown,
  lists: { resource: Resource; resources: readonly Resource[] },
): string | null {
  if (!(error instanceof CallError) || error.code !== "lot_moved") return null;
  const resource = { ...lists.resource, detailRoute: "/@lotType/:id" };
  return detailPath({ ...lists, resource, row: error.current ?? {} });
}

/** Leads to the present page of a lot, with the same lots before and after it. */
function MovedLot({ to }: { to: string }) {
  const { pathname } = useLocation();
  useEffect(() => {
    moveOpened(pathname, to);
  }, [pathname, to]);
  return <Navigate to={to} replace />;
}

function Waiting({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <PageHeader title={t("shell.loading")} lead={<span />} />
      <div className={styles.page}>{children}</div>
    </>
  );
}

/** Shown if the lot does not exist or the viewer may not see it. */
function LotNotFound({ resource }: { resource: Resource }) {
  const t = useT();
  return (
    <>
      <PageHeader
        title={t("lot.notFound.title")}
        actions={<NeighbourLinks />}
      />
      <Empty
        icon="car"
        text={t("lot.notFound.text")}
        action={
          <LinkButton to={resource.route}>
            {t("lot.notFound.action")}
          </LinkButton>
        }
      />
    </>
  );
}

/** The placeholder of a lot that is loading. */
function LotSkeleton() {
  const t = useT();
  return (
    <div aria-busy="true">
      <VisuallyHidden>{t("shell.loading")}</VisuallyHidden>
      <div className={styles.head}>
        <Skeleton width="min(420px, 80%)" height={32} />
        <Skeleton width="min(300px, 60%)" height={20} />
        <div className={styles.actions}>
          <NeighbourLinks />
        </div>
      </div>
      <div className={styles.grid}>
        <div className={styles.gallery}>
          <Skeleton aspectRatio="4 / 3" />
        </div>
        <div className={styles.panel}>
          <Skeleton height={420} />
        </div>
        <div className={styles.facts}>
          <Skeleton height={180} />
        </div>
      </div>
    </div>
  );
}
