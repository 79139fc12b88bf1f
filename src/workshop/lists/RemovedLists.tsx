import { useMutation, useQuery } from "@tanstack/react-query";
import { useLocaleState, useNotify } from "ra-core";
import { useNavigate } from "react-router";
import type {
  WorkspaceChangesReply,
  WorkspaceResourcesRemoved,
} from "../../../generated/schemas";
import { errorText } from "../../providers/errorText";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { Box } from "../../ui/Box";
import { Button } from "../../ui/Button";
import { QueryFailure } from "../../ui/QueryFailure";
import { formatMoment } from "../../workspace/formatMoment";
import { storedDraft } from "../document/useDraft";
import { storeNewList } from "./newList";
import styles from "../workshop.module.css";

type Removed = WorkspaceResourcesRemoved[number];

/**
 * The lists that were removed. "Restore" opens the last document of a list as the draft of a
 * new one, which is published as every other.
 */
export function RemovedLists() {
  const t = useT();
  const [locale] = useLocaleState();
  const query = useQuery({
    // Read again with the lists whenever something is published.
    queryKey: ["workspace/resources", "removed"],
    queryFn: ({ signal }) =>
      request<WorkspaceResourcesRemoved>("/workspace/removed", { signal }),
  });
  const { mutate, isPending, variables } = useRestore();
  const title = t("workshop.newList.removedLists");
  const { data = [] } = query;
  if (query.error) return <QueryFailure {...query} />;
  if (data.length === 0) return null;
  return (
    <Box title={title}>
      <div
        className={styles.frame}
        tabIndex={0}
        role="group"
        aria-label={title}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("workshop.list.name")}</th>
              <th scope="col">{t("workshop.newList.removedAt")}</th>
              <th scope="col">{t("workshop.newList.restoreColumn")}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((list) => {
              const name = list.title[locale === "ru" ? "ru" : "en"];
              return (
                <tr key={list.id}>
                  <th scope="row">
                    {name}
                    <span className={styles.route}>{list.route}</span>
                  </th>
                  <td>
                    {`${formatMoment(list.removedAt, locale)} · ${list.removedBy}`}
                  </td>
                  <td>
                    <Button
                      aria-label={t("workshop.newList.restoreOf", { name })}
                      isPending={isPending && variables.id === list.id}
                      onClick={() => mutate(list)}
                    >
                      {t("workshop.newList.restore")}
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Box>
  );
}

/** Stores the last document of a list as a draft, unless there is one, and opens it. */
function useRestore() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const { viewer } = useSignedIn();
  return useMutation({
    mutationFn: async ({ id, change }: Removed) => {
      if (storedDraft(viewer.userId, id)) return;
      const { before } = await request<WorkspaceChangesReply>(
        `/workspace/changes/${change}`,
      );
      storeNewList(viewer.userId, before);
    },
    onSuccess: (_done, { id }) => void navigate(`/workspace/${id}`),
    onError: (error) => {
      notify(errorText(error, t), { type: "error" });
    },
  });
}
