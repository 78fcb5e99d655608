import { useEffect } from 'react';
import { useServices } from '#ui/data/services.ts';
import { firstLine } from '#ui/shared/servers/call-view.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useNoteLabel } from '#ui/shared/scripts/use-note-label.ts';

/** Shows what scripts did when there is no call to show it. */
export function ScriptNotices() {
  const { activity } = useServices().scripts;
  const toast = useToast();
  const noteLabel = useNoteLabel();
  useEffect(
    () =>
      activity.listen((note) => {
        // The first is an attachment, the second a message of the conversation.
        if (note.did === 'added' || note.did === 'kept') return;
        // Shown where the message comes back.
        if (note.did === 'blocked') return;
        const { what, text } = noteLabel(note);
        const tone = note.did === 'failed' ? 'warning' : 'info';
        toast({ id: `script ${note.script} ${note.did}`, tone, title: what, description: firstLine(text) });
      }),
    [activity, toast, noteLabel],
  );
  return null;
}
