import { createElement, useMemo, useState } from "react";
import type { FilterValue } from "../../../domain/listing/state";
import type { Field, Resource } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { PartBoundary } from "../../ui/PartBoundary";
import { cellFor } from "../../workspace/cells/cellFor";
import { controlFor } from "../../workspace/controls/controlFor";
import {
  ListFacetsProvider,
  ListingProvider,
} from "../../workspace/listing/ListingContext";
import type { WidgetValue } from "../../workspace/registry/areaModule";
import { useLabels } from "../../workspace/useLabels";
import { widgetFor } from "../../workspace/widgets/widgetFor";
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
