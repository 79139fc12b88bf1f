import type { Viewer } from "../../../domain/access";
import { detailRouteOf } from "../../../domain/listing/addresses";
import { detailPath } from "../../../domain/listing/detailPath";
import type { Language } from "../../../domain/limits";
import {
  detailFields,
  type Column,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { isVisible } from "../../../domain/visible";
import type { MailItem } from "../../platform/mail";
import type { Context } from "../context";
import { cellOf, headingOf, wordingIn } from "../export/exportColumns";
import type { Cell } from "../export/fileContent";
import { cutToViewer, type Row } from "../listing";

/** The fields of a row in a mail, if the declaration does not choose them. */
const mostFields = 8;
/** Characters of a value; long texts are read in the portal. */
const longestValue = 200;

/** Draws the rows of a list in a mail. */
export type RowItems = {
  /** The fields that the drawn rows must have. */
  fields: readonly string[];
  /** Draws a row. Fields with a difference show their values before and after it. */
  draw: (row: Row, difference?: { before: Row; after: Row }) => MailItem;
};

type Asked = {
  /** The whole declaration, and the declaration cut to its reader. */
  declared: Resource;
  resource: Resource;
  row: RowSchema;
  viewer: Viewer;
  language: Language;
  /** The address of the portal, with which links begin. */
  base: string;
  /** The fields to show, by default the fields of the card or the columns. */
  chosen?: readonly string[] | undefined;
};

/**
 * Returns how the rows of a list are drawn in a mail: the first field is the title, the others
 * are lines with their labels. Fields that the list hides from the reader are left out.
 */
export function rowItems(
  {
    messages,
    workspace,
    schemas,
  }: Pick<Context, "messages" | "workspace" | "schemas">,
  asked: Asked,
): RowItems {
  const { declared, resource, row, viewer, language, base } = asked;
  const wording = wordingIn(messages, language);
  const named = shownFields(asked).flatMap((name) => {
    const field = row.properties[name];
    if (!field) return [];
    const label = headingOf(
      { declared, row, wording, viewer },
      { column: columnOf(resource, name), name, field },
    );
    const write = cellOf(
      { row: row.$id, name, field },
      { viewer, language, wording },
    );
    return [{ name, field, label, write }];
  });
  const route = detailRouteOf(resource) ?? "";
  const resources = route.includes("@")
    ? workspace
        .resources()
        .flatMap(
          (each) =>
            cutToViewer(each, schemas.row(each.row), viewer)?.resource ?? [],
        )
    : [];
  return {
    fields: [
      ...new Set([
        resource.key,
        ...detailFields(route),
        ...named.flatMap(({ name, field }) => [
          name,
          ...Object.keys(field["x-choicesFor"] ?? {}),
        ]),
      ]),
    ],
    draw: (values, { before, after } = { before: {}, after: {} }) => {
      const [title, ...lines] = named.flatMap(({ name, label, write }) => {
        const shown = (row: Row) => textOf(write(row[name], row), language);
        const text = shown({ ...values, ...after });
        const former = shown({ ...values, ...before });
        if (text === former)
          return text === "" ? [] : [{ text, line: `${label}: ${text}` }];
        const none = messages.translate(language, "mail.notice.none");
        const moved = { before: former || none, after: text || none };
        const line = messages.translate(language, "mail.notice.moved", moved);
        return [{ text, line: `${label}: ${line}` }];
      });
      const path = detailPath({ resource, resources, row: values });
      return {
        title: title?.text ?? String(values[resource.key]),
        lines: lines.map(({ line }) => line),
        url: base + (path ?? resource.route),
      };
    },
  };
}

/** Returns the fields of a mail that its reader may see in the list. */
function shownFields({
  declared,
  resource,
  row,
  viewer,
  chosen,
}: Asked): string[] {
  const fieldsOf = ({ columns }: Resource) =>
    columns.flatMap(({ fields }) => fields);
  const { title = [], lines = [], price, status } = resource.card ?? {};
  const usual = [
    ...title,
    ...lines.flat(),
    ...[price, status].filter((name) => name !== undefined),
  ];
  const shown = new Set(fieldsOf(resource));
  const hidden = fieldsOf(declared).filter((name) => !shown.has(name));
  const named =
    chosen ??
    (usual.length > 0 ? usual : fieldsOf(resource)).slice(0, mostFields);
  return [...new Set(named)].filter(
    (name) =>
      !hidden.includes(name) && isVisible(row, { fields: [name] }, viewer),
  );
}

const columnOf = ({ columns }: Resource, name: string): Column =>
  columns.find(({ fields }) => fields.includes(name)) ?? {
    id: name,
    fields: [name],
  };

function textOf(cell: Cell, language: Language): string {
  if (cell === null) return "";
  if (typeof cell === "number")
    return new Intl.NumberFormat(language).format(cell);
  const text = typeof cell === "string" ? cell : cell.time;
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longestValue
    ? `${line.slice(0, longestValue - 1)}…`
    : line;
}
