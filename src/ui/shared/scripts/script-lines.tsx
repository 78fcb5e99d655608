import type { ScriptNote } from '#core/script-table.ts';
import text from '#ui/kit/controls/text.module.css';
import { ScrollGroup } from '#ui/shared/markdown/scroll-group.tsx';
import { firstLine } from '#ui/shared/servers/call-view.ts';
import { useNoteLabel } from '#ui/shared/scripts/use-note-label.ts';
import css from './script-lines.module.css';

const LOUD: ReadonlySet<ScriptNote['did']> = new Set(['blocked', 'failed', 'changed', 'said']);

interface ScriptLinesProps {
  notes: readonly ScriptNote[] | undefined;
  /** Everything in full, or only the important part in one line. */
  full?: boolean;
}

/** The effects of scripts on a call. */
export function ScriptLines({ notes, full }: ScriptLinesProps) {
  const say = useNoteLabel();
  const shown = full ? notes : notes?.filter(({ did }) => LOUD.has(did));
  if (!shown || shown.length === 0) return null;
  return (
    <ul className={css['notes']}>
      {/* oxlint-disable react/no-array-index-key -- stored notes never change their order */}
      {shown.map((note, at) => {
        const { what, text: detail } = say(note);
        return (
          <li key={at} data-did={note.did}>
            <span>{what}</span>
            {detail !== '' &&
              (full ? (
                <ScrollGroup className={text['code']} label={what}>
                  {detail}
                </ScrollGroup>
              ) : (
                <span> {firstLine(detail)}</span>
              ))}
          </li>
        );
      })}
      {/* oxlint-enable react/no-array-index-key */}
    </ul>
  );
}
