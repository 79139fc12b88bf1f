import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import {
  comparedParameter,
  comparedText,
  readCompared,
  type ComparedRow,
} from "../../../domain/comparison";
import type { Resource } from "../../../domain/resource";
import type { CompareReply } from "../../../generated/schemas";
import { PageHeader } from "../../layout/PageHeader";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { QueryFailure } from "../../ui/QueryFailure";
import { Icon } from "../../ui/Icon";
import { LinkButton } from "../../ui/LinkButton";
import { Notice } from "../../ui/Notice";
import { Skeleton } from "../../ui/Skeleton";
import { useCopy } from "../../ui/useCopy";
import { comparedRows, comparePath, isSameRow } from "./comparedRows";
import { CompareTable } from "./CompareTable";
import styles from "./ComparePage.module.css";

/** Up to four rows side by side. The address names them, so that a link works. */
export default function ComparePage() {
  const t = useT();
  const { resources } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const [isDifferent, setDifferent] = useState(false);
  const { isCopied, hasFailed, copy } = useCopy();
  const wanted = readCompared(search.get(comparedParameter) ?? "");
  const text = comparedText(wanted);
  const query = useQuery({
    queryKey: ["compare", text],
    queryFn: ({ signal }) =>
      request<CompareReply>("/compare", {
        query: { [comparedParameter]: text },
        signal,
      }),
    enabled: text !== "",
    placeholderData: (previous) => previous,
  });
  const { data, error, isPlaceholderData } = query;
  const isWanted = (row: ComparedRow) =>
    wanted.some((other) => isSameRow(other, row));
  // The columns that are left stay while the server is asked again.
  const rows = data?.rows.filter(isWanted) ?? [];
  const present = data && !isPlaceholderData ? comparedText(data.rows) : text;
  useEffect(() => {
    // A row may have moved to another list.
    if (present !== text)
      setSearch({ [comparedParameter]: present }, { replace: true });
  }, [present, text, setSearch]);
  const remove = (row: ComparedRow) => {
    const left = wanted.filter((other) => !isSameRow(other, row));
    comparedRows.set(
      comparedRows.get().filter((other) => !isSameRow(other, row)),
    );
    setSearch(
      left.length > 0 ? { [comparedParameter]: comparedText(left) } : {},
    );
  };
  return (
    <>
      <PageHeader title={t("compare.title")} />
      {text === "" ? (
        <Empty
          icon="compare"
          title={t("compare.empty")}
          text={t("compare.emptyText")}
          action={
            <LinkButton to={listOf(resources)}>
              {t("compare.emptyAction")}
            </LinkButton>
          }
        />
      ) : (
        <div className={styles.page}>
          <div className={styles.bar}>
            <label className={styles.switch}>
              <input
                type="checkbox"
                checked={isDifferent}
                onChange={({ target }) => {
                  setDifferent(target.checked);
                }}
              />
              {t("compare.differences")}
            </label>
            <Button
              onClick={() =>
                void copy(location.origin + comparePath(readCompared(text)))
              }
            >
              <Icon name={isCopied ? "check" : "copy"} size={16} />
              <span role="status">
                {t(isCopied ? "compare.copied" : "compare.copy")}
              </span>
            </Button>
          </div>
          {hasFailed && (
            <Notice tone="error" role="alert">
              {t("compare.copyFailed")}
            </Notice>
          )}
          <QueryFailure
            {...query}
            data={rows.length === wanted.length ? rows : undefined}
          />
          {rows.length === wanted.length ? (
            <CompareTable
              rows={rows}
              isDifferent={isDifferent}
              onRemove={remove}
            />
          ) : (
            !error && (
              <div aria-busy="true">
                <Skeleton height={480} />
              </div>
            )
          )}
        </div>
      )}
    </>
  );
}

/** Returns the address of the first list whose rows can be compared. */
const listOf = (resources: readonly Resource[]): string =>
  resources.find(({ compare }) => compare)?.route ?? "/";
