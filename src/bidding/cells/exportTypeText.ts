import { exportTypes } from "../../../domain/exportTypes";
import type { FieldText } from "../../workspace/fieldText";

/** Writes the name of a way to export a car, which is the type of a bid. */
export const exportTypeText: FieldText = ({ value, tools }) => {
  const type = exportTypes.find(({ id }) => id === Number(value));
  return type
    ? tools.translate(`bidTypes.${type.key}.label`, { _: type.key })
    : String(value);
};
