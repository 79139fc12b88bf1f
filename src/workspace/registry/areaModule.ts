import type { FileEntry } from "../../../domain/fileField";
import type { ComponentType } from "react";
import type { Access, Viewer } from "../../../domain/access";
import type { FilterKind } from "../../../domain/listing/kinds/kinds";
import type { FilterValue } from "../../../domain/listing/state";
import type { Field, Filter, Resource } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import type { IconName } from "../../ui/iconPaths";
import type { FieldText } from "../fieldText";
import type { Cells } from "./cells";

/** A value for the subjects that it matches. */
export type Entry<Subject, Value> = readonly [
  matches: (subject: Subject) => boolean,
  value: Value,
];

export type ControlSubject = { filter: Filter; field: Field; kind: FilterKind };

export type ControlProps = {
  filter: Filter;
  field: Field;
  label: string;
  value: FilterValue | undefined;
  /** The filter depends on another one that has no value yet. */
  isDisabled?: boolean;
  /** Undefined clears the filter. */
  onChange: (value: FilterValue | undefined) => void;
};

export type ControlDefinition = {
  Control: ComponentType<ControlProps>;
  /** Milliseconds until a change is applied without the button. */
  wait: number;
  /**
   * A row of its own above the grid, the bar above the rows of a phone (one grid
   * column elsewhere), or the number of grid columns.
   */
  place: "row" | "bar" | 1 | 2;
};

export type WidgetValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly FileEntry[]
  | null;

export type WidgetOption = {
  value: string;
  label: string;
  description?: string;
  /** The heading above it and the options of the same section. */
  section?: string;
};

export type WidgetProps = {
  field: Field;
  label: string;
  /** The place of the field in the form; fields of entries have several steps. */
  path?: string;
  /** Null if the field is empty. */
  value: WidgetValue;
  onChange: (value: WidgetValue) => void;
  onBlur?: () => void;
  /** The validation message. */
  error?: string | null;
  hint?: string;
  /** The text of the empty option. */
  placeholder?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Keeps the value and the focus, for example while the form is being sent. */
  isReadOnly?: boolean;
  /** The options, if a call provides them instead of the schema. */
  options?: readonly WidgetOption[];
};

export type Widget = ComponentType<WidgetProps>;

/** A property of a request body, as testers see it. */
export type WidgetSubject = {
  field: Field;
  /** Whether the caller has the options; else the schema or its call has them. */
  hasOptions: boolean;
  /** The options, as far as they are known. */
  options: readonly WidgetOption[];
  isRequired: boolean;
};

/** Loads the module whose default export is a component. */
export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

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
export type RowPageProps = {
  resource: Resource;
  /** The key of the row. */
  id: string;
  /** The fields of the row that the page has read. */
  row: Row;
};
export type AmountProps = {
  resource: Pick<Resource, "name" | "row">;
  /** The key of the row that the amount is for. */
  id: string;
  /** The typed amount in yen; null while nothing is typed. */
  amount: number | null;
  /** Types another amount; missing if people cannot change it. */
  onAmount?: ((amount: number) => void) | undefined;
};
export type ActionDialogProps = {
  resource: Resource;
  rows: readonly RowRecord[];
  onClose: () => void;
};

/** The props of the components that areas add to pages, by slot. */
export type SlotProps = {
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
  /** Above the facts of a detail page. */
  aboveFacts: RowPageProps;
  /** Below an amount that people type for a row. */
  belowAmount: AmountProps;
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
  write: (field: string, value: unknown, of?: Row) => string;
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

/** A page that no resource declares. */
export type AreaPage = {
  path: string;
  /** Pages with the layout `main` have the menu beside them. */
  layout: "main" | "none";
  /** The people who may open it; for all others the page does not exist. */
  access?: Access;
  /** Whether servers with the specified calls alone do not have the page. */
  needsOwnServer?: boolean;
  load: Load<object>;
  /** Its entry in the menu; `label` is a locale key. */
  menu?: { icon: IconName; label: string; order: number };
};

/** The parts that an area adds to the engine. */
export type AreaModule = {
  /** Cells by the names that columns give. */
  cells?: Cells;
  /** Filter controls and form widgets. Of several that match, the last one draws. */
  controls?: readonly Entry<ControlSubject, ControlDefinition>[];
  widgets?: readonly Entry<WidgetSubject, Widget>[];
  /** Texts of fields, by their `x-shown`. */
  texts?: Readonly<Record<string, FieldText>>;
  pages?: readonly AreaPage[];
  /** Rules that declarations name in `confirm`. */
  confirms?: Readonly<Record<string, ConfirmRule>>;
  /** Panels that declarations name in `rowPanel`. */
  panels?: Readonly<Record<string, PanelDefinition>>;
  /** Parts by the name of the resource. */
  resources?: Readonly<Record<string, ResourceParts>>;
  /** Parts of all resources with these rows, by the name of the row schema. */
  rows?: Readonly<Record<string, ResourceParts>>;
};
