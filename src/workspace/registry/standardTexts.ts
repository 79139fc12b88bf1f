import { formatNumber, formatYen } from "../../../domain/money";
import { readableName } from "../../ui/readableName";
import { formatMoment } from "../formatMoment";
import {
  hasUnit,
  isAnything,
  isDateField,
  isDictionaryOf,
  isEnum,
  isNamed,
  isOfType,
} from "./fields";
import { rank } from "./rank";
import { registerTexts, type FieldText } from "./texts";

const plain: FieldText = ({ value }) => String(value);
const readable: FieldText = ({ value }) => readableName(String(value));

registerTexts([
  { fit: rank(1, isAnything), part: plain },
  {
    fit: rank(5, isOfType("array")),
    part: ({ value }) => (Array.isArray(value) ? value.join(", ") : ""),
  },
  {
    fit: rank(5, isOfType("boolean")),
    part: ({ value, tools }) =>
      tools.translate(value === true ? "list.yes" : "list.no"),
  },
  {
    fit: rank(10, isDateField),
    part: ({ value, tools }) => formatMoment(String(value), tools.locale),
  },
  { fit: rank(10, isDictionaryOf("maker")), part: readable },
  { fit: rank(10, isDictionaryOf("model")), part: readable },
  { fit: rank(10, isDictionaryOf("color")), part: readable },
  { fit: rank(10, isNamed("grade")), part: readable },
  {
    fit: rank(10, hasUnit()),
    part: ({ subject, value, tools }) =>
      tools.translate(`list.units.${subject.field["x-unit"] ?? ""}`, {
        number: formatNumber(Number(value)),
        _: formatNumber(Number(value)),
      }),
  },
  {
    fit: rank(11, hasUnit("yen")),
    part: ({ value }) => formatYen(Number(value)),
  },
  {
    fit: rank(10, isEnum),
    part: ({ subject, value, tools }) =>
      tools.translate(
        `choices.${subject.row}.${subject.name}.${String(value)}`,
        {
          _: String(value),
        },
      ),
  },
  {
    fit: rank(20, isNamed("bidStatus")),
    part: ({ value, tools }) =>
      tools.translate(
        `choices.bid.${tools.role === "manager" || tools.role === "admin" ? "bidStatus" : "bidStatusClient"}.${String(value)}`,
        { _: String(value) },
      ),
  },
]);
