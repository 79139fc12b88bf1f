import { codeMap } from "./mapField";
import type { MappedField } from "./feedMapping";

export type PictureSource = NonNullable<MappedField["amongPhotos"]>;

type Values = Record<string, unknown>;

/**
 * Makes a function that moves a picture, such as the auction sheet, out of a list of
 * photos into the field `name`. The place of the picture follows from the value of
 * another field, such as the auction house. A field that has a value keeps it, and a
 * list without this place stays as it is.
 */
export function pictureTaker(
  name: string,
  { of: photos, by, places }: PictureSource,
): (values: Values) => void {
  const placeOf = codeMap(places);
  return (values) => {
    const { [photos]: list, [by]: decider } = values;
    if (values[name] !== undefined) return;
    if (!Array.isArray(list) || typeof decider !== "string") return;
    const place = placeOf(decider);
    const index =
      place === "last"
        ? list.length - 1
        : place === "first"
          ? 0
          : Number(place) - 1;
    const picture: unknown = list[index];
    if (picture === undefined) return;
    values[name] = picture;
    values[photos] = list.filter((_, position) => position !== index);
  };
}
