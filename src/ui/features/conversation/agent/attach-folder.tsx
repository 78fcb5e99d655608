import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { replaceText } from '#ui/kit/text/replace-text.ts';
import type { PickedFolder } from '#contract/folder-files.ts';
import { useServices } from '#ui/data/services.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useRecentFolders } from './recent-folders.ts';
import { FolderDialog } from './folder-dialog.tsx';

export interface AttachFolderProps {
  sessionId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The word that is written on afterwards. */
  word: { start: number; end: number };
  onClose: () => void;
}

/** Lets the user attach a folder: in the system's own dialog where there is one, otherwise in the page's. */
export function AttachFolder({ sessionId, field, word, onClose }: AttachFolderProps) {
  const { flows } = useServices().agent;
  const toast = useToast();
  const messageOf = useProblemMessage();
  const recent = useRecentFolders();
  const [start, setStart] = useState<{ path: string | null } | null>(null);
  const leave = () => {
    onClose();
    const { start, end } = word;
    // Writes the word again, which opens the list with what there is now. The dialog gives the focus back first.
    setTimeout(() => field.current && replaceText(field.current, start, end, field.current.value.slice(start, end)));
  };
  const show = useEffectEvent(({ native, path, folders }: PickedFolder) => {
    if (folders && path !== null) recent.add(path);
    // One that is too wide is confirmed in the page.
    if (!native || (path !== null && !folders)) setStart({ path });
    else leave();
  });
  const fail = useEffectEvent((error: unknown) => {
    toast({ tone: 'danger', title: messageOf(error) });
    leave();
  });
  const asked = useRef(false);
  useEffect(() => {
    // Development mounts everything twice, and a dialog opens once.
    if (asked.current) return;
    asked.current = true;
    flows.pickFolder(sessionId).then(show, fail);
  }, [flows, sessionId]);
  return start && <FolderDialog sessionId={sessionId} start={start.path} onAttached={leave} onClose={leave} />;
}
