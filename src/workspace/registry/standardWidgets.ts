import { AmountWidget } from "../widgets/AmountWidget";
import { AreaWidget } from "../widgets/AreaWidget";
import { CheckWidget } from "../widgets/CheckWidget";
import { ChecksWidget } from "../widgets/ChecksWidget";
import { ChoiceWidget } from "../widgets/ChoiceWidget";
import { DateWidget } from "../widgets/DateWidget";
import { ListWidget } from "../widgets/ListWidget";
import { NumberWidget } from "../widgets/NumberWidget";
import { TextWidget } from "../widgets/TextWidget";
import {
  hasUnit,
  isAnything,
  isDateField,
  isEnum,
  isListOfChoices,
  isOfType,
} from "./fields";
import { rank } from "./rank";
import { registerWidgets, type WidgetSubject } from "./widgets";

/** From this many characters on, a text is written in an area. */
const longText = 200;

registerWidgets([
  { fit: rank(1, isAnything), part: TextWidget },
  { fit: rank(6, isOfType("integer", "number")), part: NumberWidget },
  { fit: rank(10, isOfType("boolean")), part: CheckWidget },
  { fit: rank(10, isDateField), part: DateWidget },
  { fit: rank(10, isOfType("array")), part: ListWidget },
  { fit: rank(10, hasUnit("yen")), part: AmountWidget },
  { fit: rank(10, isEnum), part: ChoiceWidget },
  {
    fit: rank(20, ({ hasOptions }: WidgetSubject) => hasOptions),
    part: ChoiceWidget,
  },
  { fit: rank(30, isListOfChoices), part: ChecksWidget },
  {
    fit: rank(
      5,
      ({ field }: WidgetSubject) =>
        field.maxLength !== undefined && field.maxLength >= longText,
    ),
    part: AreaWidget,
  },
]);
