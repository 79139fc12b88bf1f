import {
  type ComponentType,
  createElement,
  Suspense,
  type ComponentProps,
} from "react";
import type { Resource } from "../../../domain/resource";
import { DialogFailure } from "../../ui/DialogFailure";
import { preloadable, type Preloadable } from "../../ui/preloadable";
import { registerTexts } from "../fieldText";
import { registerCells } from "./cells";
import type {
  ActionDialogProps,
  AreaModule,
  AreaPage,
  ConfirmRule,
  DetailProps,
  Entry,
  Load,
  PanelDefinition,
  ResourceParts,
  RowPanelProps,
  SlotName,
  SlotProps,
} from "./areaModule";

const areas: AreaModule[] = [];

/** Adds areas to the engine. Of two equal parts, the later area's wins. */
export function registerAreas(added: readonly AreaModule[]): void {
  areas.push(...added);
  for (const { texts, cells } of added) {
    if (texts) registerTexts(texts);
    if (cells) registerCells(cells);
  }
}

/** Returns what areas add to the controls and widgets of the engine, in order. */
export const areaControls = () =>
  areas.flatMap(({ controls }) => controls ?? []);
export const areaWidgets = () => areas.flatMap(({ widgets }) => widgets ?? []);

/** Returns the value of the last entry that matches; throws if none matches. */
export function lastMatch<Subject, Value>(
  entries: readonly Entry<Subject, Value>[],
  subject: Subject,
): Value {
  const found = entries.findLast(([matches]) => matches(subject));
  if (!found) throw new Error("Nothing registered matches this subject.");
  return found[1];
}

/** Returns the parts of a resource in the order of the areas, own parts last. */
const partsOf = ({
  name,
  row,
}: Pick<Resource, "name" | "row">): ResourceParts[] => [
  ...areas.flatMap(({ rows }) => rows?.[row] ?? []),
  ...areas.flatMap(({ resources }) => resources?.[name] ?? []),
];

const components = new Map<unknown, unknown>();

/** Returns the component of a loader, the same one on each call. */
function componentOf<Props extends object>(
  load: Load<Props>,
  ...failure: [] | [typeof DialogFailure]
): Preloadable<Props> {
  const known = components.get(load) as Preloadable<Props> | undefined;
  if (known) return known;
  const made = preloadable(load, ...failure);
  components.set(load, made);
  return made;
}

/** Returns the pages that areas add, in the order of the areas. */
export const areaPages = (): (AreaPage & { page: Preloadable<object> })[] =>
  areas
    .flatMap(({ pages }) => pages ?? [])
    .map((page) => ({ ...page, page: componentOf(page.load) }));

/** Returns the page of a row that an area provides, if one does. */
export function detailOf(
  resource: Resource,
): Preloadable<DetailProps> | undefined {
  const load = partsOf(resource).findLast(({ detail }) => detail)?.detail;
  return load && componentOf(load);
}

/** Returns the components that areas add to a slot, in the order of the areas. */
export const slotsOf = <Name extends SlotName>(
  resource: Pick<Resource, "name" | "row">,
  name: Name,
): Preloadable<SlotProps[Name]>[] =>
  partsOf(resource).flatMap(({ slots }) => {
    const load = slots?.[name];
    return load ? [componentOf(load)] : [];
  });

/** Returns the dialog that an area provides for an action, if one does. */
export function actionDialogOf(
  resource: Resource,
  action: string,
): ComponentType<ActionDialogProps> | undefined {
  const parts = partsOf(resource).findLast(({ actions }) => actions?.[action]);
  const load = parts?.actions?.[action];
  return load && componentOf(load, DialogFailure)[0];
}

/** Returns the panel that an area registered for the rows of a list, if any. */
export function panelOf({
  rowPanel = "",
}: Resource):
  | (PanelDefinition & { Panel: ComponentType<RowPanelProps> })
  | undefined {
  const panel = areas.findLast(({ panels }) => panels?.[rowPanel])?.panels?.[
    rowPanel
  ];
  return panel && { ...panel, Panel: componentOf(panel.load)[0] };
}

/** Returns the rule with this name; throws if no area has it. */
export function confirmRule(name: string): ConfirmRule {
  const found = areas.findLast(({ confirms }) => confirms?.[name]);
  const rule = found?.confirms?.[name];
  if (!rule) throw new Error(`No area has a confirm rule named ${name}.`);
  return rule;
}

type Props<Name extends SlotName> = ComponentProps<
  ReturnType<typeof slotsOf<Name>>[number][0]
>;

/**
 * Draws what the areas add to a place of a resource's page, and `children` if
 * they add nothing.
 *
 * @example <Slot name="toolbar" with={{ resource }} />
 */
export function Slot<Name extends SlotName>({
  name,
  with: props,
  children = null,
}: {
  name: Name;
  with: Props<Name>;
  children?: React.ReactNode;
}) {
  const parts = slotsOf(props.resource, name);
  if (parts.length === 0) return children;
  return (
    <Suspense fallback={null}>
      {parts.map(([Part], index) =>
        createElement(Part, { key: index, ...props }),
      )}
    </Suspense>
  );
}
