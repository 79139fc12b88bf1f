import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useEffect, useRef, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Resource } from "../../../domain/resource";
import { PageHeader } from "../../layout/PageHeader";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Breadcrumb } from "../../ui/Breadcrumb";
import { detailPath } from "../detailPath";
import { FieldTextProvider } from "../fieldText";
import { backOf } from "../formAddress";
import { useLabels } from "../useLabels";
import { useSavedEffects, type SavedRow } from "./savedEffects";
import styles from "./editing.module.css";

/** The page of a form: breadcrumb, headline, and the form in a narrow column. */
export function FormPage({
  resource,
  title,
  row,
  children,
}: {
  resource: Resource;
  title: string;
  /** The page above the form, if it edits a row. */
  row?: { to: string; text: string };
  children: ReactNode;
}) {
  const schema = useWorkspace().row(resource.row);
  const labels = useLabels(resource, schema);
  return (
    <FieldTextProvider row={schema}>
      <PageHeader
        title={title}
        lead={
          <Breadcrumb
            links={[
              ...(title === labels.title
                ? []
                : [{ to: resource.route, text: labels.title }]),
              ...(row ? [row] : []),
            ]}
            current={title}
          />
        }
      />
      <div className={styles.page}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </FieldTextProvider>
  );
}

/**
 * Returns a function for after a write: it says that the row is saved and what that does
 * elsewhere, reloads lists and pages of the resource, and opens the page that led to the form,
 * else the row's page or the list, unless the person has left the form. The page waits for the
 * row as it is now.
 */
export function useAfterWrite(
  resource: Resource,
): (row: Row | undefined, saved: SavedRow) => void {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const queryClient = useQueryClient();
  const { resources } = useWorkspace();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const tellEffects = useSavedEffects(resource);
  return (row, saved) => {
    notify(t("form.saved"), { type: "success" });
    tellEffects(saved);
    void queryClient.invalidateQueries({ queryKey: [resource.name] });
    const rows = { queryKey: ["row", resource.name] };
    queryClient.removeQueries({ ...rows, type: "inactive" });
    void queryClient.invalidateQueries(rows);
    if (isLeft.current) return;
    const path = row && detailPath({ resource, resources, row });
    void navigate(backOf(state) ?? path ?? resource.route);
  };
}
