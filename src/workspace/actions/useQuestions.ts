import { useTranslate } from "ra-core";
import { useState } from "react";
import { textSection } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import { preferTexts } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { useSignedIn } from "../../providers/session";
import { useFieldText } from "../fieldText";
import { useListing } from "../listing/ListingContext";
import { useRowName } from "../listing/rowTitle";
import type { Question, RuleRefusal } from "../registry/areaModule";
import { confirmRule } from "../registry/areas";
import { useActionTexts } from "./actionTexts";
import type { KnownAction } from "./knownActions";
import type { RowWrite } from "./writeCalls";

/** A question that the person has to answer now. */
export type OpenQuestion = {
  question: Question;
  /** The number of rows that the question is about. */
  rowCount: number;
  /** The name of the row, if it is a single one. */
  row?: string;
  /** The section of the locales whose texts the rows prefer. */
  section?: string | undefined;
  answer: (isAccepted: boolean) => void;
};

type Asked = Pick<OpenQuestion, "question" | "section"> & {
  records: readonly RowRecord[];
};

/**
 * Asks the questions of actions one after the other. `accept` resolves with the rows to
 * write and their values: the values of a question go only with the rows that it was
 * asked about, and a declined question leaves out only its rows. It throws a `CallError`
 * if the action's rule refuses a value.
 */
export function useQuestions(): {
  question: OpenQuestion | null;
  accept: (
    known: KnownAction,
    records: readonly RowRecord[],
    values: Row,
  ) => Promise<RowWrite[]>;
} {
  const { viewer } = useSignedIn();
  const texts = useActionTexts();
  const write = useFieldText();
  const translate = useTranslate();
  const { resource, row: schema } = useListing();
  const rowName = useRowName();
  const [open, setOpen] = useState<readonly OpenQuestion[]>([]);

  const ask = ({ question, section, records }: Asked): Promise<boolean> =>
    new Promise((resolve) => {
      const [first, ...others] = records;
      const isOne = first && first.id !== "" && others.length === 0;
      const entry: OpenQuestion = {
        question,
        section,
        rowCount: records.length,
        ...(isOne && { row: rowName(first) }),
        answer: (isAccepted) => {
          setOpen((others) => others.filter((other) => other !== entry));
          resolve(isAccepted);
        },
      };
      setOpen((others) => [...others, entry]);
    });

  const questionsFor = (
    { action }: KnownAction,
    records: readonly RowRecord[],
    values: Row,
  ): Asked[] => {
    const { confirm } = action;
    if (confirm === undefined) return [];
    if (confirm === true) {
      const [first, ...others] = records;
      const only = others.length === 0 ? first?.row : undefined;
      const named = { action: texts.label(action, only) };
      const question: Question = {
        title: "actions.confirm.title",
        text: `resources.${resource.name}.questions.${action.id}`,
        accept: "actions.confirm.accept",
        values: { _: translate("actions.confirm.text", named) },
      };
      const section = only && textSection(schema, only);
      return [{ question, section, records }];
    }
    const rule = confirmRule(confirm);
    const asked = new Map<string, Asked>();
    const context = { values, now: serverNow(), viewer, write };
    for (const record of records) {
      const section = textSection(schema, record.row);
      for (const question of rule({ ...context, row: record.row })) {
        if ("refuses" in question)
          throw refusalOf(question, preferTexts(section, translate));
        const key = JSON.stringify([question, section]);
        const others = asked.get(key)?.records ?? [];
        asked.set(key, { question, section, records: [...others, record] });
      }
    }
    return [...asked.values()];
  };

  return {
    question: open[0] ?? null,
    accept: async (known, records, values) => {
      let writes: RowWrite[] = records.map((record) => ({ record, values }));
      for (const asking of questionsFor(known, records, values)) {
        const { question, records: about } = asking;
        const asked = new Set(
          writes.filter(({ record }) => about.includes(record)),
        );
        if (asked.size === 0) continue;
        const isAccepted = await ask({
          ...asking,
          records: [...asked].map(({ record }) => record),
        });
        writes = isAccepted
          ? writes.map((write) =>
              asked.has(write)
                ? { ...write, values: { ...write.values, ...question.sends } }
                : write,
            )
          : writes.filter((write) => !asked.has(write));
      }
      return writes;
    },
  };
}

/** Returns the error that the server would answer for the value. */
function refusalOf(
  { refuses, text, values }: RuleRefusal,
  translate: (key: string, values?: RuleRefusal["values"]) => string,
): CallError {
  const message = translate(text, values);
  const errors = { [refuses]: [message] };
  return new CallError({ status: 422, code: "validation", message, errors });
}
