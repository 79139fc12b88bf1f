import { types, type CustomTypesConfig } from "pg";
import { elementParsers, valueParsers } from "../parseValues";

type Parse = (text: string) => unknown;

const textArrayType = 1009;
const builtInParser = types.getTypeParser as (id: number) => Parse;
const parseTextArray = builtInParser(textArrayType);

/** Makes `pg` parse values as the embedded database does. */
export const serverTypes: CustomTypesConfig = { getTypeParser: parserOf };

function parserOf(id: number): Parse {
  const parseElement = elementParsers.get(id);
  if (parseElement) {
    return (text) => mapTexts(parseTextArray(text), parseElement);
  }
  return valueParsers.get(id) ?? builtInParser(id);
}

function mapTexts(value: unknown, parse: Parse): unknown {
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, parse));
  return typeof value === "string" ? parse(value) : value;
}
