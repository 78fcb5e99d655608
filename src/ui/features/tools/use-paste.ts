import { useEffect, useReducer, useRef } from 'react';
import {
  MAX_BUNDLE_BYTES,
  type ImportMcp,
  type McpBundle,
  type McpFoundFile,
  type McpImportPreview,
} from '#contract/mcp-imports.ts';
import { useServices } from '#ui/data/services.ts';
import { useSubmission } from '#ui/data/use-submission.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { firstAnswers, type PasteAnswers, unansweredInputs } from './paste-inputs.tsx';

/** As the host takes it. */
const MAX_LENGTH = 60_000;

/** Bundles of MCP servers, by their present and their former name. */
const isBundle = ({ name }: File): boolean => /\.(?:mcpb|dxt)$/i.test(name);

interface Paste {
  text: string;
  /** The servers come from this file instead, which only the host reads. */
  found: McpFoundFile | null;
  /** The server is in this bundle, which the host has unpacked. */
  bundle: McpBundle | null;
  /** How the host understood the text; `null` before it was asked. */
  preview: McpImportPreview | null;
  answers: PasteAnswers;
  /** Placeholders that were empty when the user tried to add everything. */
  missing: readonly string[];
  /** The name of a file that is too long to read. */
  tooLong: { file: string; bundle: boolean } | null;
}

type PasteEvent =
  | { type: 'written'; text: string }
  | { type: 'chosen'; found: McpFoundFile }
  | { type: 'unpacked'; bundle: McpBundle }
  | { type: 'refused'; file: string; bundle: boolean }
  | { type: 'understood'; preview: McpImportPreview }
  | { type: 'answered'; answers: PasteAnswers }
  | { type: 'incomplete'; missing: readonly string[] };

const EMPTY: Paste = { text: '', found: null, bundle: null, preview: null, answers: {}, missing: [], tooLong: null };

function reduce(paste: Paste, event: PasteEvent): Paste {
  switch (event.type) {
    case 'written':
      return { ...EMPTY, text: event.text };
    case 'chosen':
      return { ...EMPTY, found: event.found };
    case 'unpacked':
      return { ...EMPTY, bundle: event.bundle };
    case 'refused':
      return { ...paste, tooLong: { file: event.file, bundle: event.bundle } };
    case 'understood':
      return { ...paste, preview: event.preview, answers: firstAnswers(event.preview.asks), missing: [] };
    case 'answered':
      return { ...paste, answers: event.answers };
    default:
      return { ...paste, missing: event.missing };
  }
}

interface PasteOptions {
  /** A text that is there from the beginning. */
  start: string | null;
  /** The hash that a bundle has to have; null for any bundle. */
  expected: string | null;
  onDone: (added: boolean) => void;
  /** Some placeholders have no value yet. */
  onIncomplete: () => void;
}

/** Servers from pasted text or a file: first understood by the host, then added. */
export function usePaste({ start, expected, onDone, onIncomplete }: PasteOptions) {
  const t = useT('mcp');
  const toast = useToast();
  const { host, servers } = useServices().mcp;
  const { busy, error, submit } = useSubmission();
  const [paste, emit] = useReducer(reduce, { ...EMPTY, text: start ?? '' });
  const { text, found, bundle, preview, answers } = paste;
  const source: ImportMcp['source'] =
    bundle !== null ? { bundle: bundle.sha256 } : found !== null ? { file: found.path } : { text };
  const isEmpty = bundle === null && found === null && text.trim() === '';

  const check = (given: ImportMcp['source']) =>
    submit(async () => emit({ type: 'understood', preview: await host.imports.preview({ source: given }) }));

  const unpack = (file: File) =>
    submit(async () => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const unpacked = await host.imports.unpackBundle({ sha256: expected }, bytes);
      emit({ type: 'unpacked', bundle: unpacked });
      emit({ type: 'understood', preview: await host.imports.preview({ source: { bundle: unpacked.sha256 } }) });
    });

  /** A bundle that wasn't added isn't kept. What is left after a failure goes with the next one. */
  const dropBundle = () => {
    if (bundle !== null) host.imports.dropBundles().catch(() => undefined);
  };

  const first = useRef(start);
  useEffect(() => {
    if (first.current !== null) void check({ text: first.current });
    first.current = null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);

  const add = () =>
    submit(async () => {
      const { servers: added, present } = await host.imports.importText({ source, answers });
      await servers.reload();
      toast({
        tone: 'success',
        title: added.length > 0 ? t('add.added', { count: added.length }) : t('add.noneNew'),
        ...(present.length > 0 && {
          description: t('add.present', { count: present.length, servers: present.join(', ') }),
        }),
      });
      onDone(true);
    });

  return {
    ...paste,
    busy,
    error,
    write(next: string) {
      dropBundle();
      emit({ type: 'written', text: next });
    },
    cancel() {
      dropBundle();
      onDone(false);
    },
    answer: (next: PasteAnswers) => emit({ type: 'answered', answers: next }),
    /** Reads another client's file and handles it like pasted text. */
    async read(file: File | undefined) {
      if (!file) return;
      const packed = isBundle(file);
      if (file.size > (packed ? MAX_BUNDLE_BYTES : MAX_LENGTH)) {
        emit({ type: 'refused', file: file.name, bundle: packed });
        return;
      }
      if (packed) {
        await unpack(file);
        return;
      }
      const content = await file.text();
      emit({ type: 'written', text: content });
      await check({ text: content });
    },
    /** Takes the servers of another app's file on this computer. */
    async choose(file: McpFoundFile) {
      emit({ type: 'chosen', found: file });
      await check({ file: file.path });
    },
    isEmpty,
    async checkOrAdd() {
      if (busy || isEmpty) return;
      if (preview === null || preview.servers.length === 0) {
        await check(source);
        return;
      }
      const missing = unansweredInputs(preview.asks, answers);
      emit({ type: 'incomplete', missing });
      if (missing.length > 0) onIncomplete();
      else await add();
    },
  };
}
