import { useState } from "react";
import type { SavedSearch } from "./calls";
import { DeleteDialog } from "./DeleteDialog";
import { SaveDialog } from "./SaveDialog";
import { SavedList } from "./SavedList";
import { SavedNotice } from "./SavedNotice";

type Face =
  | { kind: "list" }
  | { kind: "save" }
  | { kind: "saved"; title: string }
  | { kind: "delete"; search: SavedSearch };

const list: Face = { kind: "list" };

/** The saved searches, and from there saving this one and deleting one. */
export default function SavedDialog({ onClose }: { onClose: () => void }) {
  const [face, setFace] = useState<Face>(list);
  const toList = () => {
    setFace(list);
  };
  switch (face.kind) {
    case "list":
      return (
        <SavedList
          onClose={onClose}
          onSave={() => {
            setFace({ kind: "save" });
          }}
          onDelete={(search) => {
            setFace({ kind: "delete", search });
          }}
        />
      );
    case "save":
      return (
        <SaveDialog
          onBack={toList}
          onSaved={(title) => {
            setFace({ kind: "saved", title });
          }}
        />
      );
    case "saved":
      return (
        <SavedNotice title={face.title} onAll={toList} onClose={onClose} />
      );
    case "delete":
      return <DeleteDialog search={face.search} onBack={toList} />;
  }
}
