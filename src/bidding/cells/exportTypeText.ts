import { exportTypes } from "../../../domain/exportTypes";
import { eachOf } from "../../workspace/registry/texts";

/** Writes the name of a way to export a car, which is the type of a bid. */
export const exportTypeText = eachOf(({ value, tools }) => {
  const type = exportTypes.find(({ id }) => id === Number(value));
  return type
    ? tools.translate(`bidTypes.${type.key}.label`, { _: type.key })
    : String(value);
});
