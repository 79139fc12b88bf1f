import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { Resource } from "../../domain/resource";
import type { LotDetail } from "../../generated/schemas";
import { PageHeader } from "../layout/PageHeader";
import { CallError } from "../providers/http";
import { useT } from "../providers/i18n/useT";
import { getLot } from "../providers/lotApi";
import { ErrorNotice } from "../ui/ErrorNotice";
import { LotNotFound } from "./LotNotFound";
import { LotSkeleton } from "./LotSkeleton";
import { LotView } from "./LotView";
import styles from "./LotPage.module.css";

type LotPageProps = {
  /** The list that the lot belongs to. */
  resource: Resource;
  /** Renders the panel beside the lot. */
  panel: (lot: LotDetail) => ReactNode;
};

/** The page of a lot: photos, facts and a panel. */
export default function LotPage({ resource, panel }: LotPageProps) {
  const { id = "" } = useParams();
  const path = resource.calls.detail?.path ?? "";
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["lot", resource.name, id],
    queryFn: ({ signal }) => getLot(path, { id, signal }),
  });
  if (data) return <LotView resource={resource} lot={data} panel={panel} />;
  if (isUnknownLot(error)) return <LotNotFound resource={resource} />;
  if (error)
    return (
      <Waiting>
        <ErrorNotice
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Waiting>
    );
  return (
    <Waiting>
      <LotSkeleton />
    </Waiting>
  );
}

/** A malformed id gets 400, an unknown id gets 404. */
const isUnknownLot = (error: unknown) =>
  error instanceof CallError && [400, 404].includes(error.status);

function Waiting({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <>
      <PageHeader title={t("shell.loading")} lead={<span />} />
      <div className={styles.page}>{children}</div>
    </>
  );
}
