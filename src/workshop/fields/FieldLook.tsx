import { useMemo, useState } from "react";
import type { FilterValue } from "../../../domain/listing/state";
import type { Field, Resource } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import {
  ListFacetsProvider,
  ListingProvider,
} from "../../workspace/listing/ListingContext";
import { cellFor } from "../../workspace/registry/cells";
import { controlFor } from "../../workspace/registry/controls";
import { widgetFor, type WidgetValue } from "../../workspace/registry/widgets";
import { useLabels } from "../../workspace/useLabels";
import { useWorkshop } from "../WorkshopContext";
import { sampleFacet, sampleOf } from "./sampleOf";
import styles from "./fields.module.css";

/** Examples of a field: in a table, as a filter and in a form. */
export function FieldLook({ name }: { name: string }) {
  const { row, published } = useWorkshop();
  const field = useMemo(() => row.properties[name] ?? {}, [row, name]);
  const resource = published.document.declaration as Resource;
  const labels = useLabels(resource, row);
  const listing = useMemo(
    () => ({ resource, row, labels, isPhone: false }),
    [resource, row, labels],
  );
  const facets = useMemo(
    () => ({
      found: undefined,
      total: undefined,
      of: () => sampleFacet(field),
      requestAllFacets: () => undefined,
    }),
    [field],
  );
  return (
    <ListingProvider value={listing}>
      <ListFacetsProvider value={facets}>
        <dl className={styles.look}>
          <CellLook name={name} field={field} />
          <ControlLook name={name} field={field} />
          <InputLook name={name} field={field} />
        </dl>
      </ListFacetsProvider>
    </ListingProvider>
  );
}

type LookProps = { name: string; field: Field };

function CellLook({ name, field }: LookProps) {
  const t = useT();
  const { row } = useWorkshop();
  const { Cell } = cellFor(row, { fields: [name] });
  return (
    <div>
      <dt>{t("workshop.fields.cell")}</dt>
      <dd>
        <ErrorBoundary fallback={() => null}>
          <Cell
            row={{ [name]: sampleOf(field) }}
            schema={row}
            fields={[name]}
          />
        </ErrorBoundary>
      </dd>
    </div>
  );
}

function ControlLook({ name, field }: LookProps) {
  const t = useT();
  const { fieldText } = useWorkshop();
  const [value, setValue] = useState<FilterValue>();
  const filter = { field: name };
  const { Control } = controlFor(field, filter);
  return (
    <div>
      <dt>{t("workshop.fields.control")}</dt>
      <dd>
        <ErrorBoundary fallback={() => null}>
          <Control
            filter={filter}
            field={field}
            label={fieldText(name)}
            value={value}
            onChange={setValue}
          />
        </ErrorBoundary>
      </dd>
    </div>
  );
}

function InputLook({ name, field }: LookProps) {
  const t = useT();
  const { fieldText } = useWorkshop();
  const [value, setValue] = useState<WidgetValue>(null);
  const look = { Widget: widgetFor(field) };
  return (
    <div>
      <dt>{t("workshop.fields.input")}</dt>
      <dd>
        <look.Widget
          field={field}
          label={fieldText(name)}
          value={value}
          onChange={setValue}
        />
      </dd>
    </div>
  );
}
