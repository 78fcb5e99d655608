import { useEffect } from 'react';
import { firstLine } from '#ui/shared/servers/call-view.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useScripts } from '#ui/data/script-context.ts';
import { useNoteLabel } from '#ui/shared/scripts/use-note-label.ts';

/** Says what scripts did where no call stands to show it. */
export function ScriptNotices() {
  const { activity } = useScripts();
  const toast = useToast();
  const say = useNoteLabel();
  useEffect(
    () =>
      activity.listen((note) => {
        // The one is an attachment, the other a message of the conversation.
        if (note.did === 'added' || note.did === 'kept') return;
        // Told where the message comes back.
        if (note.did === 'blocked') return;
        const { what, words } = say(note);
        const tone = note.did === 'failed' ? 'warning' : 'info';
        toast({ id: `script ${note.script} ${note.did}`, tone, title: what, description: firstLine(words) });
      }),
    [activity, toast, say],
  );
  return null;
}
