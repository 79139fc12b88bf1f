import { useId, type ComponentProps, type ReactNode } from "react";
import { classes } from "./classes";
import styles from "./Field.module.css";

type NoteProps = {
  /** The validation message. */
  error?: string | null;
  /** Shown while there is no error. */
  hint?: string;
};

/** The message below a control. Screen readers announce it when it changes. */
export const Note = ({ id, error, hint }: NoteProps & { id: string }) => (
  <p
    id={id}
    className={classes(styles.note, error && styles.error)}
    aria-live="polite"
  >
    {error ?? hint}
  </p>
);

type LabelledProps = NoteProps & {
  label: string;
  className?: string;
  /** Renders the control with the attributes that label and describe it. */
  children: (
    attributes: Pick<
      ComponentProps<"input">,
      "id" | "aria-invalid" | "aria-describedby"
    >,
  ) => ReactNode;
};

/** A control with its label above and its message below. */
export function Labelled(props: LabelledProps) {
  const { label, error, hint, className, children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={className}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": noteId,
      })}
      <Note id={noteId} error={error} hint={hint} />
    </div>
  );
}

type FieldProps = ComponentProps<"input"> &
  Omit<LabelledProps, "children"> & {
    /** A small control or unit at the end of the input. */
    end?: ReactNode;
  };

/** A labelled input. */
export const Field = (props: FieldProps) => {
  const { label, error, hint, end, className, ...rest } = props;
  return (
    <Labelled label={label} error={error} hint={hint} className={className}>
      {(attributes) => (
        <div className={classes(styles.box, error && styles.wrong)}>
          <input {...rest} {...attributes} className={styles.input} />
          {end}
        </div>
      )}
    </Labelled>
  );
};
