import { useRef, useState } from 'react';
import type { DraftRow } from '#storage/rows.ts';
import type { ServerContent } from '#tools/read-content.ts';
import { useSaveBlob } from '#ui/data/use-save-blob.ts';
import { useReadText } from '#ui/features/conversation/documents/use-read-text.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { kindOf, MAX_FILE, mimeOf } from './paste-rules.ts';

export type Attachment = DraftRow['attachments'][number];

export type Attachments = ReturnType<typeof useAttachments>;

interface AttachmentsOptions {
  /** What a message being edited has. */
  initial?: readonly Attachment[];
  onChange: (list: Attachment[]) => void;
  /** One could not be stored; the user has been notified. */
  onFailed: () => void;
}

/** The files of an unsent message. Their bytes are stored at once, so that a draft keeps them. */
export function useAttachments({ initial = [], onChange, onFailed }: AttachmentsOptions) {
  const t = useT('chat');
  const language = useLanguage();
  const toast = useToast();
  const messageOf = useErrorMessage();
  const saveBlob = useSaveBlob();
  const readText = useReadText();
  const [list, setShown] = useState<Attachment[]>(() => [...initial]);
  const [saving, setSaving] = useState(0);
  /** The current list: bytes are stored while more files are added. */
  const now = useRef(list);

  const setList = (next: Attachment[]) => {
    now.current = next;
    setShown(next);
  };
  const change = (next: Attachment[]) => {
    setList(next);
    onChange(next);
  };

  const store = async (bytes: Blob, mime: string, name: string): Promise<Attachment | null> => {
    if (bytes.size > MAX_FILE) {
      const limit = formatBytes(MAX_FILE, language);
      toast({
        tone: 'warning',
        title: t('attachments.tooLarge', { name }),
        description: t('attachments.limit', { limit }),
      });
      onFailed();
      return null;
    }
    try {
      const stored = await saveBlob(new Blob([bytes], { type: mime }));
      return { kind: kindOf(mime), mime, name, blob: stored.blob, bytes: stored.bytes };
    } catch (error) {
      toast({ tone: 'danger', title: t('attachments.failed', { name }), description: messageOf(error) });
      onFailed();
      return null;
    }
  };
  const during = (work: () => Promise<void>): Promise<void> => {
    setSaving((count) => count + 1);
    return work().finally(() => setSaving((count) => count - 1));
  };

  return {
    list,
    busy: saving > 0,
    restore: setList,
    add: (files: readonly File[]) =>
      during(async () => {
        const added: Attachment[] = [];
        for (const file of files) {
          const one = await store(file, mimeOf(file), file.name || t('attachments.unnamed'));
          if (one) added.push(one);
        }
        if (added.length > 0) change([...now.current, ...added]);
      }),
    addContents: (contents: readonly ServerContent[], server: string) =>
      during(async () => {
        const added: Attachment[] = [];
        for (const { bytes, mime, name, uri } of contents) {
          const one = await store(bytes, mimeOf({ type: mime, name }), name);
          if (one) added.push({ ...one, from: { server, uri } });
        }
        if (added.length > 0) change([...now.current, ...added]);
      }),
    addText: (text: string, name: string) =>
      during(async () => {
        const one = await store(new Blob([text]), 'text/plain', name);
        if (!one) return;
        change([...now.current, one]);
        toast({ title: t('attachments.pasted', { name }), description: t('attachments.pastedNote') });
      }),
    setEncoding(attachment: Attachment, encoding: string) {
      change(now.current.map((one) => (one === attachment ? { ...one, encoding } : one)));
    },
    remove(attachment: Attachment) {
      change(now.current.filter((one) => one !== attachment));
    },
    /** Removes a text file from the list. Returns its text and the other files; `null` when its bytes no longer exist. */
    async takeText(attachment: Attachment): Promise<{ text: string; others: Attachment[] } | null> {
      const text = await readText(attachment.blob, attachment.encoding);
      if (text === null) {
        toast({ tone: 'warning', title: t('attachments.removed', { name: attachment.name }) });
        return null;
      }
      const others = now.current.filter((one) => one !== attachment);
      setList(others);
      return { text, others };
    },
  };
}
