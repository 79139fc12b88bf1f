import TextField from "@mui/material/TextField";

/** A labelled list of choices. A value that is not among them stays in the list. */
export function Choice({
  id,
  label,
  value,
  choices,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <TextField
      id={id}
      select
      label={label}
      value={value}
      onChange={({ target }) => {
        onChange(target.value);
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </TextField>
  );
}
