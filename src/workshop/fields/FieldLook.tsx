import { createElement, useMemo, useState } from "react";
import type { FilterValue } from "../../../domain/listing/state";
import { type Field, type Resource, fieldType } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { PartBoundary } from "../../ui/PartBoundary";
import { cellFor } from "../../workspace/rows/columns";
import { controlFor } from "../../workspace/controls/controlFor";
import {
  ListFacetsProvider,
  ListingProvider,
} from "../../workspace/listing/ListingContext";
import type { WidgetValue } from "../../workspace/registry/areaModule";
import { useLabels } from "../../workspace/useLabels";
import { widgetFor } from "../../workspace/widgets/widgetFor";
import { useWorkshop } from "../WorkshopContext";
import type { NumberRange } from "../../../generated/schemas";
import type { FilterOption } from "../../providers/dataProvider";
import styles from "./fields.module.css";

/** Examples of a field: in a table, as a filter and in a form. */
export function FieldLook({ name }: { name: string }) {
  const { row, published } = useWorkshop();
  const field = useMemo(() => row.properties[name] ?? {}, [row, name]);
  const resource = published.document.declaration as Resource;
  const labels = useLabels(resource, row);
  const listing = useMemo(
    () => ({ resource, row, labels, isPhone: false, ownFields: [] }),
    [resource, row, labels],
  );
  const facets = useMemo(
    () => ({
      found: undefined,
      total: undefined,
      of: () => sampleFacet(field),
      countOf: () => undefined,
      labelOf: (_id: string, value: string) => value,
      isLoading: false,
      failure: null,
      failureOf: () => null,
      requestAllFacets: () => undefined,
    }),
    [field],
  );
  return (
    <ListingProvider value={listing}>
      <ListFacetsProvider value={facets}>
        <dl className={styles.look}>
          <Looks name={name} field={field} />
        </dl>
      </ListFacetsProvider>
    </ListingProvider>
  );
}

function Looks({ name, field }: { name: string; field: Field }) {
  const t = useT();
  const { row, fieldText } = useWorkshop();
  const [chosen, setChosen] = useState<FilterValue>();
  const [typed, setTyped] = useState<WidgetValue>(null);
  const filter = { field: name };
  const shared = { field, label: fieldText(name) };
  const { Cell, className } = cellFor(row, { fields: [name] });
  const { Control } = controlFor(field, filter);
  const looks = {
    cell: (
      <div className={className}>
        <Cell row={{ [name]: sampleOf(field) }} schema={row} fields={[name]} />
      </div>
    ),
    control: (
      <Control
        {...shared}
        filter={filter}
        value={chosen}
        onChange={setChosen}
      />
    ),
    input: createElement(widgetFor(field), {
      ...shared,
      value: typed,
      onChange: setTyped,
    }),
  };
  return (["cell", "control", "input"] as const).map((kind) => (
    <div key={kind}>
      <dt>{t(`workshop.fields.${kind}`)}</dt>
      <dd>
        <PartBoundary Failure={null}>{looks[kind]}</PartBoundary>
      </dd>
    </div>
  ));
}

/** An example of a date and time. */
const moment = "2026-11-20T10:30:00+09:00";

/** Returns an example of a field's value. */
export function sampleOf(field: Field): unknown {
  const [first] = (field.enum ?? []).filter((value) => value !== null);
  if (first !== undefined) return first;
  switch (fieldType(field)) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return middleOf(field);
    case "array":
      return field.items && field.maxLength === undefined
        ? [sampleOf(field.items)]
        : [];
    default:
      return textOf(field);
  }
}

const textOf = ({ format, title }: Field): string => {
  if (format === "date") return moment.slice(0, 10);
  return format === "date-time" ? moment : (title ?? "—");
};

function middleOf({ minimum = 0, maximum = 2 * minimum + 1000 }: Field) {
  return Math.round((minimum + Math.min(maximum, 2_000_000)) / 2);
}

/** Returns an example of the choices of a filter by the field. */
export function sampleFacet(field: Field): FilterOption[] | NumberRange {
  const type = fieldType(field);
  if (type === "integer" || type === "number")
    return { min: field.minimum ?? 0, max: field.maximum ?? 1000, step: 1 };
  const sample = sampleOf(field);
  const values = field.enum ?? (typeof sample === "string" ? [sample] : []);
  return values
    .filter((value) => value !== null)
    .map((value) => ({ value: String(value), label: String(value) }));
}
