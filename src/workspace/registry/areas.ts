import type { ComponentType } from "react";
import type { Viewer } from "../../../domain/access";
import type { Resource } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import type { IconName } from "../../ui/iconPaths";
import { DialogFailure } from "../../ui/DialogFailure";
import { preloadable, type Preloadable } from "../../ui/preloadable";
import { registerCells, type CellDefinition, type CellSubject } from "./cells";
import type { Entry } from "./rank";

/** Loads the module whose default export is a component. */
type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export type ListSlotProps = { resource: Resource };
export type RowPanelProps = {
  resource: Resource;
  record: RowRecord;
  title: string;
  /** Closes the row. */
  onClose: () => void;
};
export type DetailProps = { resource: Resource };
export type AsideProps = {
  resource: Resource;
  /** The reply of the detail call. */
  detail: Row;
  title: string;
};
export type ActionDialogProps = {
  resource: Resource;
  rows: readonly RowRecord[];
  onClose: () => void;
};

/** The props of the components that areas add to pages, by slot. */
type SlotProps = {
  /** Between the headline and the filters of a list. */
  header: ListSlotProps;
  /** In the bar above the rows. */
  toolbar: ListSlotProps;
  aboveRows: ListSlotProps;
  /** In a row that is open, below its cells. With it, each row can be opened. */
  rowPanel: RowPanelProps;
  belowRows: ListSlotProps;
  /** Instead of the text of a list without rows. */
  empty: ListSlotProps;
  /** Beside the facts of a detail page. */
  aside: AsideProps;
};

export type SlotName = keyof SlotProps;

/** The parts that an area adds to the pages of a resource. Each loads on first use. */
export type ResourceParts = {
  /** Replaces the page that is drawn from the row schema. */
  detail?: Load<DetailProps>;
  slots?: { [Name in SlotName]?: Load<SlotProps[Name]> };
  /** Dialogs that replace the generated form of an action, by its id. */
  actions?: Readonly<Record<string, Load<ActionDialogProps>>>;
};

/** A question before an action. `title`, `text` and `accept` are locale keys. */
export type Question = {
  title: string;
  text: string;
  accept: string;
  tone?: "standard" | "warning" | "danger";
  /** Values of the placeholders in the texts. */
  values?: Readonly<Record<string, string | number>>;
  /** Properties of the body that say that the person has accepted. */
  sends?: Row;
};

/** A value that the server would refuse. `text` is a locale key. */
export type RuleRefusal = {
  /** The property of the body. */
  refuses: string;
  text: string;
  values?: Question["values"];
};

/**
 * Returns the questions to ask before an action, in order; empty for none. A refusal
 * among them is shown beside its field, and nothing is asked or sent.
 */
export type ConfirmRule = (change: {
  row: Row;
  /** The properties of the body that the person has chosen. */
  values: Row;
  /** By the server's clock. */
  now: Date;
  viewer: Viewer;
  /** Writes a value of a field as the list shows it. */
  write: (field: string, value: unknown) => string;
}) => readonly (Question | RuleRefusal)[];

/** A panel of open rows, which declarations name in `rowPanel`. */
export type PanelDefinition = {
  /** The icon of the button that opens it. */
  icon: IconName;
  /** Locale keys of the button, also while `panelMark` applies; both name the `row`. */
  label: string;
  markedLabel: string;
  /** Whether a row has the button; without it, each row has. */
  isFor?: (row: Row, now: Date) => boolean;
  load: Load<RowPanelProps>;
};

/** The parts that an area adds to the engine. */
export type AreaModule = {
  cells?: readonly Entry<CellSubject, CellDefinition>[];
  /** Rules that declarations name in `confirm`. */
  confirms?: Readonly<Record<string, ConfirmRule>>;
  /** Panels that declarations name in `rowPanel`. */
  panels?: Readonly<Record<string, PanelDefinition>>;
  /** Parts by the name of the resource. */
  resources?: Readonly<Record<string, ResourceParts>>;
  /** Parts of all resources with these rows, by the name of the row schema. */
  rows?: Readonly<Record<string, ResourceParts>>;
};

const areas: AreaModule[] = [];

/** Adds areas to the engine. Of two equal parts, the later area's wins. */
export function registerAreas(added: readonly AreaModule[]): void {
  areas.push(...added);
  for (const { cells } of added) if (cells) registerCells(cells);
}

/** Returns the parts of a resource in the order of the areas, own parts last. */
const partsOf = ({ name, row }: Resource): ResourceParts[] => [
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

/** Returns the page of a row that an area provides, if one does. */
export function detailOf(
  resource: Resource,
): Preloadable<DetailProps> | undefined {
  const load = partsOf(resource).findLast(({ detail }) => detail)?.detail;
  return load && componentOf(load);
}

/** Returns the components that areas add to a slot, in the order of the areas. */
export const slotsOf = <Name extends SlotName>(
  resource: Resource,
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
