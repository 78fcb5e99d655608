import { useReducer } from 'react';
import type { McpImportPreview } from '#contract/mcp.ts';
import { useServices } from '#ui/data/services.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { firstAnswers, type PasteAnswers, unansweredInputs } from './paste-inputs.tsx';

/** As the host parsed it. */
const MAX_LENGTH = 60_000;

interface Paste {
  text: string;
  /** How the host understood the text; `null` before it was asked. */
  preview: McpImportPreview | null;
  answers: PasteAnswers;
  /** Placeholders that were empty when the user tried to add everything. */
  missing: readonly string[];
  /** The name of a file that is too long to read. */
  tooLong: string | null;
}

type PasteEvent =
  | { type: 'written'; text: string }
  | { type: 'refused'; file: string }
  | { type: 'understood'; preview: McpImportPreview }
  | { type: 'answered'; answers: PasteAnswers }
  | { type: 'incomplete'; missing: readonly string[] };

const EMPTY: Paste = { text: '', preview: null, answers: {}, missing: [], tooLong: null };

function reduce(paste: Paste, event: PasteEvent): Paste {
  switch (event.type) {
    case 'written':
      return { ...EMPTY, text: event.text };
    case 'refused':
      return { ...paste, tooLong: event.file };
    case 'understood':
      return { ...paste, preview: event.preview, answers: firstAnswers(event.preview.asks), missing: [] };
    case 'answered':
      return { ...paste, answers: event.answers };
    default:
      return { ...paste, missing: event.missing };
  }
}

interface PasteOptions {
  onDone: () => void;
  /** Some placeholders have no value yet. */
  onIncomplete: () => void;
}

/** Servers from pasted text or a file: first understood by the host, then added. */
export function usePaste({ onDone, onIncomplete }: PasteOptions) {
  const t = useT('mcp');
  const toast = useToast();
  const { host, servers } = useServices().mcp;
  const { busy, error, submit } = useSubmission();
  const [paste, emit] = useReducer(reduce, EMPTY);
  const { text, preview, answers } = paste;

  const check = (given: string) =>
    submit(async () => emit({ type: 'understood', preview: await host.preview({ text: given }) }));

  const add = () =>
    submit(async () => {
      const { servers: added, present } = await host.importText({ text, answers });
      await servers.reload();
      toast({
        tone: 'success',
        title: added.length > 0 ? t('add.added', { count: added.length }) : t('add.noneNew'),
        ...(present.length > 0 && {
          description: t('add.present', { count: present.length, servers: present.join(', ') }),
        }),
      });
      onDone();
    });

  return {
    ...paste,
    busy,
    error,
    write: (next: string) => emit({ type: 'written', text: next }),
    answer: (next: PasteAnswers) => emit({ type: 'answered', answers: next }),
    /** Reads another client's file and handles it like pasted text. */
    async read(file: File | undefined) {
      if (!file) return;
      if (file.size > MAX_LENGTH) {
        emit({ type: 'refused', file: file.name });
        return;
      }
      const content = await file.text();
      emit({ type: 'written', text: content });
      await check(content);
    },
    async checkOrAdd() {
      if (busy || text.trim() === '') return;
      if (preview === null || preview.servers.length === 0) {
        await check(text);
        return;
      }
      const missing = unansweredInputs(preview.asks, answers);
      emit({ type: 'incomplete', missing });
      if (missing.length > 0) onIncomplete();
      else await add();
    },
  };
}
