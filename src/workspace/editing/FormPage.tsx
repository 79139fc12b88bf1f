import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useEffect, useRef, type ReactNode } from "react";
import { useNavigate } from "react-router";
import type { Resource } from "../../../domain/resource";
import { PageHeader } from "../../layout/PageHeader";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Breadcrumb } from "../../ui/Breadcrumb";
import { detailPath } from "../detailPath";
import { FieldTextProvider } from "../fieldText";
import { useLabels } from "../useLabels";
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
              { to: resource.route, text: labels.title },
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
 * Returns a function for after a write: it says that the row is saved, reloads
 * lists and pages of the resource, and opens the row's page, else the list,
 * unless the person has left the form. The page waits for the row as it is now.
 */
export function useAfterWrite(
  resource: Resource,
): (row: Row | undefined) => void {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { resources } = useWorkspace();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return (row) => {
    notify(t("form.saved"), { type: "success" });
    void queryClient.invalidateQueries({ queryKey: [resource.name] });
    const rows = { queryKey: ["row", resource.name] };
    queryClient.removeQueries({ ...rows, type: "inactive" });
    void queryClient.invalidateQueries(rows);
    if (isLeft.current) return;
    const path = row && detailPath({ resource, resources, row });
    void navigate(path ?? resource.route);
  };
}
