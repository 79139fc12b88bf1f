import {
  testsIn,
  type Conditions,
  type FilterTest,
} from "../../../domain/condition/condition";
import { rulesIn } from "../../../domain/listing/fixedConditions";
import { readFilter } from "../../../domain/listing/filterText";
import { filterId, type Filter } from "../../../domain/resource";
import { fault, under, type Fault } from "../../platform/problem";
import {
  conditionFaults,
  type ConditionPlace,
} from "../../platform/schemas/conditionFaults";
import { accessFaults } from "./accessRules";
import { filterName } from "./nameRules";
import { rule, type Facts, type Rule } from "./rules";
import { notInFilter } from "./typeRules";

/** Each of these rules doubles the number of queries for live news. */
const mostAccessRules = 6;

const subjectsOf = {
  list: ["field", "viewer"],
  row: ["field", "viewer"],
  filters: ["filter", "viewer"],
  change: ["field"],
} as const;

/** Where declarations have conditions, and which. */
const places: Readonly<Record<string, keyof typeof subjectsOf>> = {
  where: "list",
  panelMark: "row",
  "actions/*/enabled": "row",
  "actions/*/conditions": "row",
  "calls/create/conditions": "row",
  "calls/update/conditions": "row",
  "calls/remove/conditions": "row",
  "filters/*/when": "filters",
  "notices/*/condition": "change",
};

/** Rules about the subjects, operators and values of conditions. */
export const conditionRules: readonly Rule[] = Object.entries(places).map(
  ([path, kind]) =>
    rule(path, function* (conditions: Conditions, facts) {
      yield* conditionFaults(conditions, {
        subjects: subjectsOf[kind],
        row: facts.row.$id,
        fields: facts.row.properties,
        values: kind === "list" ? "list" : "row",
      } satisfies ConditionPlace);
      if (kind === "list" && rulesIn(conditions).length > mostAccessRules)
        yield fault("", "conditionManyRules", { most: mostAccessRules });
      for (const { pointer, test } of testsIn(conditions)) {
        if ("viewer" in test)
          for (const found of accessFaults(test.viewer))
            yield under(`${pointer}/viewer`, found);
        if (kind === "filters" && "filter" in test)
          for (const found of filterFaults(test, facts))
            yield under(pointer, found);
      }
    }),
);

/** The values must be values of the filter. */
function* filterFaults(
  { filter: name, is, in: choices = [], filled: _, ...others }: FilterTest,
  facts: Facts,
): Generator<Fault> {
  for (const found of filterName(name, facts)) yield under("/filter", found);
  for (const key of Object.keys(others))
    yield fault(`/${key}`, "conditionFilterOperator");
  const filter = facts.filters.find(
    (other: Filter) => filterId(other) === name,
  );
  const field = filter && facts.row.properties[filter.field];
  if (!field) return;
  const values = [
    ...(is === undefined ? [] : [["/is", is] as const]),
    ...choices.map((value, index) => [`/in/${String(index)}`, value] as const),
  ];
  for (const [pointer, value] of values)
    if (!readFilter(field, filter, String(value)))
      yield notInFilter(pointer, String(value), field);
}
