/** The content of a document of one A4 page, in one language. */
export type PdfPage = {
  /** The language of the texts, such as `en`. */
  language: string;
  title: string;
  /** The line below the title, such as the document's number. */
  subtitle: string;
  facts: readonly { label: string; value: string }[];
  notes: readonly string[];
};
