import { MODES } from '#core/message-options.ts';
import type { ModelError } from '#core/error.ts';
import type { ToolCallPart } from '#core/message.ts';
import { pairResults } from '#core/pair-results.ts';
import { isSummary, summaryText } from '#core/is-summary.ts';
import type { AttachedFrom, StoredMessage, StoredPart } from '#storage/rows.ts';
import { imageName } from '#core/image-name.ts';
import { sourceList } from '#core/server-tools/cited-markdown.ts';
import { shownParts } from '#core/server-tools/shown-parts.ts';
import { joinSplitTexts } from '#core/split-texts.ts';
import type { RenderOptions } from './render-options.ts';

export type StoredResult = Extract<StoredPart, { type: 'tool_result' }>;

export interface Attachment {
  kind: 'image' | 'file';
  mime: string;
  /** SHA-256 of the bytes. */
  blob: string;
  bytes: number;
  /** A file's own name, or the label of an image. */
  name: string;
  from?: AttachedFrom;
}

/** The content of a message, in order and independent of the format. Texts are unchanged but for marks of citations. */
export type RenderPart =
  | { kind: 'text' | 'refusal'; text: string }
  /** `null` if it wasn't measured. */
  | { kind: 'thinking'; text: string; ms: number | null }
  | { kind: 'redacted' }
  | { kind: 'call'; call: ToolCallPart; result: StoredResult | null; pictures: Attachment[] }
  /** A result without its call. */
  | { kind: 'result'; result: StoredResult; pictures: Attachment[] }
  | { kind: 'attachment'; attachment: Attachment }
  /** A sentence by Baton about the message. */
  | { kind: 'note'; text: string }
  | { kind: 'error'; error: ModelError };

export interface SummaryUse {
  sent: boolean;
  /** Number of messages that it replaces, if known. */
  count: number | null;
}

export interface RenderSurroundings {
  /** Tool messages with the results of this message's calls. */
  results: readonly StoredMessage[];
  summary: SummaryUse | null;
  /** Paths of context files that were sent with the message. */
  contextPaths: readonly string[];
}

export const NO_SURROUNDINGS: RenderSurroundings = { results: [], summary: null, contextPaths: [] };

type Choice = Pick<RenderOptions, 'thinking' | 'tools' | 'texts'>;

/** The parts of a message that the options include. */
export function renderPartsOf(message: StoredMessage, beside: RenderSurroundings, choice: Choice): RenderPart[] {
  const { texts } = choice;
  if (isSummary(message)) {
    const { sent, count } = beside.summary ?? { sent: true, count: null };
    return [
      note(sent ? texts.summaryReplaces(count) : texts.summaryUnused),
      { kind: 'text', text: summaryText(message) },
      ...contextFileNotes(beside.contextPaths, choice),
    ];
  }
  const results = beside.results.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool_result'));
  const { of, lone } = pairResults(message.parts, results);
  const pieces = ownBlocksShown(message.parts, choice).flatMap((part) =>
    'kind' in part && !('type' in part) ? [part] : toRenderParts(part, message, of, choice),
  );
  return [
    ...pieces,
    ...(choice.tools ? lone.map((result) => resultPart(result, choice)) : []),
    ...contextFileNotes(beside.contextPaths, choice),
    ...levelNote(message, choice),
    ...ending(message, choice),
  ];
}

const note = (text: string): RenderPart => ({ kind: 'note', text });

/** The parts, with what is said of blocks of the vendor's own in their place, and the sources of the answer at the end. */
function ownBlocksShown(parts: readonly StoredPart[], choice: Choice): readonly (StoredPart | RenderPart)[] {
  if (!parts.some(({ type }) => type === 'vendor_block')) return mergeTexts(parts, choice);
  const { texts, tools } = choice;
  const { instead, sources } = shownParts(parts);
  const shown: (StoredPart | RenderPart)[] = [];
  let plain: StoredPart[] = [];
  const flush = () => {
    shown.push(...mergeTexts(plain, choice));
    plain = [];
  };
  for (const [index, part] of parts.entries()) {
    const own = instead.get(index);
    if (!own) {
      plain.push(part);
      continue;
    }
    flush();
    if (own.kind === 'cited') shown.push({ kind: 'text', text: own.text });
    if (own.kind === 'call' && tools) {
      const { tool, asked, error } = own.call;
      shown.push(note(texts.serverCall(tool, tool === 'code' ? '' : asked.join('; '), error)));
    }
  }
  flush();
  const list = sourceList(sources, { title: texts.sources, pagesOf: texts.pages });
  return list === '' ? shown : [...shown, { kind: 'text', text: list }];
}

/** The parts that the options include, with texts whole. */
function mergeTexts(parts: readonly StoredPart[], { thinking, tools }: Choice): readonly StoredPart[] {
  return wholeTexts(
    parts.filter(({ type }) => {
      if (type === 'thinking' || type === 'redacted_thinking') return thinking;
      return tools || (type !== 'tool_call' && type !== 'tool_result' && type !== 'vendor_block');
    }),
  );
}

/** Merges text that was split because of a signature; readers don't need to see the split. */
export const wholeTexts = (parts: readonly StoredPart[]): readonly StoredPart[] =>
  joinSplitTexts(parts).filter((part) => part.type !== 'text' || part.text !== '' || part.continues !== true);

function toRenderParts(
  part: StoredPart,
  message: StoredMessage,
  results: ReadonlyMap<ToolCallPart, StoredResult>,
  choice: Choice,
): RenderPart[] {
  const { texts } = choice;
  switch (part.type) {
    case 'text': {
      if (part.mode === undefined) return part.text === '' ? [] : [{ kind: 'text', text: part.text }];
      const mode = MODES.find((candidate) => candidate === part.mode);
      return [note(texts.mode(mode ? texts.modes[mode] : part.mode))];
    }
    case 'refusal':
      return [{ kind: 'refusal', text: part.text }];
    case 'thinking':
      return [{ kind: 'thinking', text: part.text, ms: part.durationMs ?? null }];
    case 'redacted_thinking':
      return [{ kind: 'redacted' }];
    case 'tool_call': {
      const result = results.get(part) ?? null;
      return [{ kind: 'call', call: part, result, pictures: result ? picturesOf(result, choice) : [] }];
    }
    case 'tool_result':
      return [resultPart(part, choice)];
    case 'image': {
      const images = message.parts.filter(({ type }) => type === 'image');
      const unnamed = message.role === 'assistant' ? texts.madePicture : texts.picture(images.indexOf(part) + 1);
      const name = imageName(part.name) ?? imageName(part.prompt) ?? unnamed;
      return [{ kind: 'attachment', attachment: { ...attached(part), kind: 'image', name } }];
    }
    case 'file':
      return [{ kind: 'attachment', attachment: { ...attached(part), kind: 'file', name: part.name } }];
    case 'vendor_block':
    default:
      return [note(texts.vendorBlock(part.kind))];
  }
}

function attached({ mime, blob, bytes, from }: Extract<StoredPart, { blob: string }>) {
  return { mime, blob, bytes, ...(from && { from }) };
}

function resultPart(result: StoredResult, choice: Choice): RenderPart {
  return { kind: 'result', result, pictures: picturesOf(result, choice) };
}

function picturesOf({ images = [] }: StoredResult, { texts }: Choice): Attachment[] {
  return images.map((image) => ({ ...image, kind: 'image', name: texts.toolPicture }));
}

function contextFileNotes(paths: readonly string[], { texts }: Choice): RenderPart[] {
  return paths.length === 0 ? [] : [note(texts.contextFiles(paths.join(', ')))];
}

function levelNote({ role, thinking }: StoredMessage, { texts }: Choice): RenderPart[] {
  return role !== 'user' || thinking === undefined ? [] : [note(texts.level(texts.levels[thinking]))];
}

/** How the message ended, if it wasn't a normal end. */
function ending({ status, stop, error, role, parts }: StoredMessage, { texts }: Choice): RenderPart[] {
  if (error) return [{ kind: 'error', error }];
  if (status !== 'complete') return [note(texts.interrupted)];
  if (stop === 'aborted') return [note(texts.stopped)];
  if (stop === 'length') return [note(texts.length)];
  if (stop === 'refusal') return [note(texts.refusal)];
  return role === 'assistant' && stop === 'end' && parts.length === 0 ? [note(texts.empty)] : [];
}
