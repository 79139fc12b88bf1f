import { useMemo, useState } from "react";
import { languages } from "../../domain/limits";
import {
  fullNameProblem,
  phoneProblem,
  russianCountry,
} from "../../domain/signUp";
import { signUpBody } from "../../generated/validators";
import signUp from "../../schemas/calls/sign-up.json";
import { CallError } from "../providers/CallError";
import { problemText } from "../providers/fieldProblems";
import { request } from "../providers/http";
import { currentLanguage } from "../providers/i18n/language";
import { useT, type Translate } from "../providers/i18n/useT";
import type { BodySchema, Values } from "../workspace/forms/formValues";
import type { Errors } from "../workspace/forms/problems";
import VisitorForm from "../workspace/forms/VisitorForm";
import { HumanCheck, useHumanCheck } from "./HumanCheck";
import {
  newPasswordText,
  repeatedText,
  useNewPasswordLength,
} from "./newPassword";
import { signUpWidgets } from "./signUpWidgets";

const layout = {
  name: "sign-up",
  form: {
    sections: [
      {
        id: "account",
        columns: 1,
        fields: [
          ...["fullName", "email", "mobile", "country", "city", "password"],
          ...["confirmPassword", "referralCode", "terms"],
        ],
      },
    ],
  },
};

/** The names of fields in the refusals of servers, which the specification sets. */
const ownNames: Readonly<Record<string, string>> = {
  username: "email",
  first_name: "fullName",
  telephone: "mobile",
  confirm_password: "confirmPassword",
};

/** Returns the schema of the body, in Russian with Russia as the first country. */
function schemaIn(language: keyof typeof languages): BodySchema {
  const { body } = signUp.definitions;
  if (language !== "ru") return body;
  const country = { ...body.properties.country, default: russianCountry };
  return { ...body, properties: { ...body.properties, country } };
}

/** Sends the form. Refusals name the fields as the form does. */
const send = (body: Values): Promise<unknown> =>
  request("/auth/signup", { method: "POST", body, isAuth: true }).catch(
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      const errors = Object.entries(error.errors).map(
        ([name, texts]) => [ownNames[name] ?? name, texts] as const,
      );
      const { status, code, message, retryAfter } = error;
      throw new CallError({
        ...{ status, code, message, retryAfter },
        errors: Object.fromEntries(errors),
      });
    },
  );

/** Returns the errors of a body that its schema cannot find. */
function problemsOf(
  body: Values,
  { length, t }: { length: number; t: Translate },
): Errors {
  const language = currentLanguage();
  const text = (name: string) => {
    const value = body[name];
    return typeof value === "string" ? value : "";
  };
  const [name, mobile] = [text("fullName"), text("mobile")];
  const password = text("password");
  const found = {
    fullName: name && problemText(fullNameProblem(name, language), t),
    mobile: mobile && problemText(phoneProblem(mobile, language), t),
    password: newPasswordText(password, length, t),
    confirmPassword: repeatedText(password, text("confirmPassword"), t),
    terms: body.terms === true ? null : t("auth.validation.confirm"),
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, problem]) =>
      problem ? [[field, problem]] : [],
    ),
  );
}

/** The form of a new account. `onSent` gets the e-mail to which the link was sent. */
export default function SignUpForm({
  onSent,
}: {
  onSent: (email: string) => void;
}) {
  const t = useT();
  const length = useNewPasswordLength();
  const check = useHumanCheck();
  const [answer, setAnswer] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const language = currentLanguage();
  const schema = useMemo(() => schemaIn(language), [language]);
  const fixed = useMemo(
    () => ({ language: languages[language], captcha: undefined }),
    [language],
  );
  return (
    <VisitorForm
      body="sign-up#/definitions/body"
      schema={schema}
      validate={signUpBody}
      resource={layout}
      fixed={fixed}
      widgets={signUpWidgets}
      check={(body) => problemsOf(body, { length, t })}
      gate={{
        isOpen: check === undefined || answer !== null,
        content: check && (
          <HumanCheck key={attempt} settings={check} onAnswer={setAnswer} />
        ),
      }}
      submitLabel={t("auth.signUp.submit")}
      onSubmit={async (body) => {
        try {
          await send({ ...body, ...(answer && { captcha: answer }) });
        } finally {
          // An answer counts once.
          setAnswer(null);
          setAttempt((number) => number + 1);
        }
        onSent(String(body.email));
      }}
    />
  );
}
