import {
  isAllowed,
  roleIds,
  userLevels,
  userTypes,
  type Access,
  type Viewer,
} from "../../../domain/access";
import type { RowSchema } from "../../../domain/resource";
import { escapePointer, isObject } from "../../platform/pointer";
import { fault, under, type Fault } from "../../platform/problem";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { schemaFaults } from "../../platform/schemas/schemaFaults";
import { rule, type Rule } from "./rules";

type Kind = Pick<Viewer, "userType" | "userLevel" | "roleId">;

/** The user levels that rules can name, and a known level that they cannot. */
const levels = [...Object.values(userLevels), roleIds.dealer];

/**
 * Every kind of viewer that access rules tell apart, apart from flags. Rules do
 * not distinguish between kinds of unknown users.
 */
export const viewerKinds: readonly Kind[] = [
  { userType: 0, userLevel: 0, roleId: 0 },
  ...levels.flatMap((userLevel) => [
    { userType: userTypes.client, userLevel, roleId: 0 },
    { userType: userTypes.client, userLevel, roleId: roleIds.dealer },
    { userType: userTypes.manager, userLevel, roleId: 0 },
  ]),
];

/** Returns a viewer of a kind who has the named flags and no others. */
export const viewerWith = (kind: Kind, flags: readonly string[]): Viewer => ({
  ...kind,
  userId: "0",
  permissions: Object.fromEntries(flags.map((flag) => [flag, true])),
});

/** Rules about access, wherever it stands in a declaration. */
export const accessRules: readonly Rule[] = [
  "access",
  "columns/*/access",
  "filters/*/access",
  "sorts/*/access",
  "tabs/values/*/access",
  "search/parameters/*/access",
  "views/*/access",
  "calls/*/access",
  "actions/*/access",
  "notices/*/to/access",
].map((path) => rule(path, accessFaults));

/** Yields a fault if a rule restricts nothing or admits no viewer. */
export function* accessFaults(rule: Access): Generator<Fault> {
  if (Object.keys(rule).length === 0) yield fault("", "accessEmpty");
  const { flags = [] } = rule;
  if (!viewerKinds.some((kind) => isAllowed(rule, viewerWith(kind, flags))))
    yield fault("", "accessImpossible");
}

/**
 * Yields the mistakes in the `x-access` of a row's own fields. Rules that a row
 * copies from another row are reported for that row only.
 */
export function* fieldAccessFaults(
  row: string,
  schemas: SchemaRegistry,
): Generator<Fault> {
  const { properties } = schemas.get(row) as RowSchema;
  const schema = schemas.get("meta-resource");
  const part = "#/definitions/access";
  for (const [name, field] of Object.entries(properties)) {
    const access = field["x-access"];
    if (!isObject(access)) continue;
    const broken = schemaFaults({ schema, part, content: access });
    const faults = broken.length > 0 ? broken : accessFaults(access);
    for (const found of faults)
      yield under(`/properties/${escapePointer(name)}/x-access`, found);
  }
}
