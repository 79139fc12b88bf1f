import { AmountWidget } from "../widgets/AmountWidget";
import { AreaWidget } from "../widgets/AreaWidget";
import { CheckWidget } from "../widgets/CheckWidget";
import { ChoiceWidget } from "../widgets/ChoiceWidget";
import { TextWidget } from "../widgets/TextWidget";
import { hasUnit, isAnything, isEnum, isOfType } from "./fields";
import { rank } from "./rank";
import { registerWidgets, type WidgetSubject } from "./widgets";

/** From this many characters on, a text is written in an area. */
const longText = 200;

registerWidgets([
  { fit: rank(1, isAnything), part: TextWidget },
  { fit: rank(10, isOfType("boolean")), part: CheckWidget },
  { fit: rank(10, hasUnit("yen")), part: AmountWidget },
  { fit: rank(10, isEnum), part: ChoiceWidget },
  {
    fit: rank(20, ({ hasOptions }: WidgetSubject) => hasOptions),
    part: ChoiceWidget,
  },
  {
    fit: rank(
      5,
      ({ field }: WidgetSubject) =>
        field.maxLength !== undefined && field.maxLength >= longText,
    ),
    part: AreaWidget,
  },
]);
